import Foundation

/// Waits until something holds, and ends as soon as it does; false where it does not within half a minute.
package func eventually(_ holds: () -> Bool) -> Bool {
    for _ in 0..<3000 {
        if holds() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return false
}
