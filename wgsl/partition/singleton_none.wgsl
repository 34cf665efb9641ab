// For calls in which singletons need no separate step.
//
// import Segment from plan/state

fn copySingleton(segment: Segment) {
}
