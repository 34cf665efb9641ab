// Keys without values: nothing moves with a key.

fn takePayloads(local: u32) {
}

fn putPayload(slot: u32, item: u32) {
}
