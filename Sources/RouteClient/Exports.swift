// An app writes `import RouteClient` and names Context, Resolution and the rest of what its API speaks of. Those values
// live in RouteModel because the server shares them; the attribute is the one way to say that a module comes with another.
@_exported public import RouteModel
