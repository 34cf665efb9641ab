// Times CUB on rows of one length. The library's figures beside it: beside.mjs.
//
//   nvcc -O3 -std=c++17 -arch=native -o cub cub.cu
//   cub SIZE LENGTH      2^SIZE u32 keys in rows of LENGTH, 0: one row
//
// Prints a line of JSON a call: { "op", "size", "length", "method", "us", "min", "max", "ok" }. `us` is that of a call
// in a row of ten between two events, the median of five rows. Data stay on the GPU. Results are compared with the
// host's.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

using Words = std::vector<uint32_t>;

static void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

static uint32_t* onGpu(const Words& words) {
  uint32_t* copy;
  CHECK(cudaMalloc(&copy, 4 * words.size()));
  CHECK(cudaMemcpy(copy, words.data(), 4 * words.size(), cudaMemcpyHostToDevice));
  return copy;
}

static bool equal(const uint32_t* found, const Words& expected) {
  Words words(expected.size());
  CHECK(cudaMemcpy(words.data(), found, 4 * words.size(), cudaMemcpyDeviceToHost));
  return words == expected;
}

constexpr int CALLS = 10, ROWS = 5;

// `call` takes temporary memory and its size; without memory it only says the size.
template <class Call, class Right>
static void timed(const char* op, const char* method, int size, long length, Call call, Right right) {
  size_t bytes = 0;
  CHECK(call(nullptr, bytes));
  void* memory;
  CHECK(cudaMalloc(&memory, std::max<size_t>(bytes, 1)));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int row = 0; row <= ROWS; row++) {
    CHECK(cudaEventRecord(begin));
    for (int i = 0; i < CALLS; i++) CHECK(call(memory, bytes));
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    // The first row warms up.
    if (row > 0) times.push_back(1000 * ms / CALLS);
  }
  std::sort(times.begin(), times.end());
  std::printf("{\"op\":\"%s\",\"size\":%d,\"length\":%ld,\"method\":\"%s\",\"us\":%.3f,\"min\":%.3f,\"max\":%.3f,\"ok\":%s}\n",
              op, size, length, method, times[ROWS / 2], times.front(), times.back(), right() ? "true" : "false");
  std::fflush(stdout);
  CHECK(cudaFree(memory));
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const int size = std::atoi(arguments[1]);
  const long length = std::atol(arguments[2]);
  const uint32_t row = length > 0 ? length : 1u << size;
  const uint32_t rows = (1u << size) / row, n = rows * row;

  Words keys(n), offsets(rows + 1), ids(n), index(n), sorted, order(n), sums(rows), running(n);
  uint32_t state = 0xbeef + n;
  for (uint32_t& key : keys) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    key = state;
  }
  for (uint32_t r = 0; r <= rows; r++) offsets[r] = r * row;
  for (uint32_t i = 0; i < n; i++) ids[i] = i / row;
  std::iota(index.begin(), index.end(), 0u);
  sorted = keys;
  order = index;
  for (uint32_t r = 0; r < rows; r++) {
    const uint32_t from = offsets[r], to = offsets[r + 1];
    std::sort(sorted.begin() + from, sorted.begin() + to);
    std::stable_sort(order.begin() + from, order.begin() + to, [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    std::partial_sum(keys.begin() + from, keys.begin() + to, running.begin() + from);
    sums[r] = running[to - 1];
  }

  uint32_t *in = onGpu(keys), *out = onGpu(Words(n)), *values = onGpu(index), *valuesOut = onGpu(Words(n));
  uint32_t *from = onGpu(offsets), *of = onGpu(ids), *results = onGpu(Words(rows));
  const auto sortIsRight = [&] { return equal(out, sorted); };
  const auto pairsAreRight = [&] { return equal(out, sorted) && equal(valuesOut, order); };
  const auto sumIsRight = [&] { return equal(results, sums); };
  const auto runningIsRight = [&] { return equal(out, running); };
  const auto each = [&](const char* op, const char* method, auto call, auto right) {
    timed(op, method, size, length, call, right);
  };
  using Segmented = cub::DeviceSegmentedSort;
  using Radix = cub::DeviceRadixSort;

  each("sort u32", "DeviceSegmentedSort", [&](void* m, size_t& b) {
    return Segmented::SortKeys(m, b, in, out, n, rows, from, from + 1);
  }, sortIsRight);
  each("sort pairs u32", "DeviceSegmentedSort, stable", [&](void* m, size_t& b) {
    return Segmented::StableSortPairs(m, b, in, out, values, valuesOut, n, rows, from, from + 1);
  }, pairsAreRight);
  each("sum u32", "DeviceSegmentedReduce", [&](void* m, size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(m, b, in, results, rows, from, from + 1);
  }, sumIsRight);
  if (rows == 1) {
    each("sort u32", "DeviceRadixSort", [&](void* m, size_t& b) { return Radix::SortKeys(m, b, in, out, n); }, sortIsRight);
    each("sort pairs u32", "DeviceRadixSort", [&](void* m, size_t& b) {
      return Radix::SortPairs(m, b, in, out, values, valuesOut, n);
    }, pairsAreRight);
    each("sum u32", "DeviceReduce", [&](void* m, size_t& b) { return cub::DeviceReduce::Sum(m, b, in, results, n); }, sumIsRight);
    each("running sum u32", "DeviceScan", [&](void* m, size_t& b) { return cub::DeviceScan::InclusiveSum(m, b, in, out, n); }, runningIsRight);
  } else {
    each("running sum u32", "DeviceScan by key", [&](void* m, size_t& b) {
      return cub::DeviceScan::InclusiveSumByKey(m, b, of, in, out, n);
    }, runningIsRight);
  }
  return 0;
}
