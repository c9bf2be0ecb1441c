// The Vulkan Memory Allocator's TLSF (`VmaVirtualBlock`, which needs no GPU) does what `d3d12ma-allocator.ts` has ours do:
// the same sizes, the same picks, in the same turns. `vma.ts` says how it is built, started and asked.
//
// vma <workload> <questions> <answers> <live> <pairs> <alignment> <bytes>
//   <workload>  file of 32-bit integers: 65,536 sizes in bytes, 2 × <live> picks of churn, <pairs> picks of a round
//   <questions> pipe: a byte asks for one more round
//   <answers>   pipe: a byte after the set-up, and one after every round
#define VMA_IMPLEMENTATION
#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <vk_mem_alloc.h>

namespace {

constexpr size_t SIZES = 1 << 16;

std::vector<int32_t> numbers(FILE* file, size_t count) {
  std::vector<int32_t> read(count);
  if (std::fread(read.data(), sizeof(int32_t), count, file) != count) {
    std::fprintf(stderr, "the workload is shorter than was expected\n");
    std::exit(2);
  }
  return read;
}

FILE* opened(const char* path, const char* mode) {
  FILE* file = std::fopen(path, mode);
  if (file != nullptr) return file;
  std::perror(path);
  std::exit(2);
}

}  // namespace

int main(int count, char** given) {
  if (count != 8) return 2;
  const size_t live = std::strtoull(given[4], nullptr, 10);
  const size_t pairs = std::strtoull(given[5], nullptr, 10);
  // first of all: whoever waits learns then when this ends before its time
  FILE* questions = opened(given[2], "rb");
  FILE* answers = opened(given[3], "wb");
  FILE* workload = opened(given[1], "rb");
  const std::vector<int32_t> sizes = numbers(workload, SIZES);
  const std::vector<int32_t> churned = numbers(workload, 2 * live);
  const std::vector<int32_t> picks = numbers(workload, pairs);

  VmaVirtualBlockCreateInfo blockInfo{};
  blockInfo.size = std::strtoull(given[7], nullptr, 10);
  VmaVirtualBlock block;
  if (vmaCreateVirtualBlock(&blockInfo, &block) != VK_SUCCESS) return 2;

  VmaVirtualAllocationCreateInfo info{};
  info.alignment = std::strtoull(given[6], nullptr, 10);
  size_t next = 0;
  const auto allocate = [&] {
    VmaVirtualAllocation allocation;
    info.size = static_cast<VkDeviceSize>(sizes[next++ & (SIZES - 1)]);
    if (vmaVirtualAllocate(block, &info, &allocation, nullptr) == VK_SUCCESS) return allocation;
    std::fprintf(stderr, "the benchmark is to leave room for every allocation of the peer\n");
    std::exit(2);
  };
  std::vector<VmaVirtualAllocation> taken(live);
  for (auto& allocation : taken) allocation = allocate();
  const auto churn = [&](const std::vector<int32_t>& order) {
    for (const int32_t pick : order) {
      vmaVirtualFree(block, taken[static_cast<size_t>(pick)]);
      taken[static_cast<size_t>(pick)] = allocate();
    }
  };
  churn(churned);

  std::fputc('.', answers);
  std::fflush(answers);
  while (std::fgetc(questions) != EOF) {
    churn(picks);
    std::fputc('.', answers);
    std::fflush(answers);
  }
  return 0;
}
