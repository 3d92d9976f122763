// Answers requests of Config/vectors/run.py until the standard input ends.
await VectorClient.answerStandardInput()
