// For calls in which singletons need no separate step.
//
// uses  Segment (plan/state)

fn copySingleton(segment: Segment) {
}
