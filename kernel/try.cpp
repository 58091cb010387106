// Compiled to see whether there is a C++20 compiler.
#include <bit>
#include <vector>

int main() { return std::popcount(std::vector<unsigned>(1, 0u)[0]); }
