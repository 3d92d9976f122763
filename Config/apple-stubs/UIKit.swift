// swift-format-ignore-file
// What RouteNavigation uses of UIKit. Declarations only: nothing here ever runs.

@_exported import Foundation
