// swift-format-ignore-file
// What RouteNavigation uses of CoreSpotlight. Declarations only: nothing here runs.

public let CSSearchableItemActionType = "com.apple.corespotlightitem"
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"
