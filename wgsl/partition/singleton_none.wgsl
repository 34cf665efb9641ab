// Segments of one item, where nothing is to be done with them.
//
// uses  Segment (plan/state)

fn copySingleton(segment: Segment) {
}
