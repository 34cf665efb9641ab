// Keys without values: nothing moves with a key.

const PAYLOAD_WORDS = 0u;

fn takePayloads(local: u32) {
}

fn putPayload(slot: u32, item: u32) {
}
