// Keys with values, as runs are left and merged: places travel in the values' stead, and the last pass fetches the values.

fn leaveValue(i: u32, item: Item) {
  var value = placeOf(item);
  if (leavesKeys) {
    value = inputValue(value);
  }
  valuesTo[i] = value;
}
