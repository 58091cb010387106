// CMakeLists.txt compiles this file to check that the compiler supports the required C++20
// features.
#include <bit>
#include <vector>

namespace {

struct Pair {
    unsigned first, second;
    bool operator==(const Pair &) const = default;
};

} // namespace

int main() {
    const std::vector<unsigned> some(1, 5u);
    return Pair{std::bit_ceil(some[0]), unsigned(std::popcount(some[0]))} == Pair{8, 2} ? 0 : 1;
}
