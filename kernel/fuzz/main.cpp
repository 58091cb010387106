// Runs the fuzz target without libFuzzer: first the corpus files, then random mutations. Supports
// the libFuzzer options -max_total_time=, -runs= and -seed=.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
extern "C" const char *__asan_default_options() { return "abort_on_error=1"; }
extern "C" const char *__ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace {

using Input = std::vector<std::uint8_t>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongest = 1000;

Input current;

void keep(int) {
    std::ofstream("crash", std::ios::binary)
        .write(reinterpret_cast<const char *>(current.data()), std::streamsize(current.size()));
    std::fprintf(stderr, "%zu bytes are kept in the file crash\n", current.size());
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
}

void ask(const Input &input) {
    current = input;
    LLVMFuzzerTestOneInput(current.data(), current.size());
}

Input read(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Changes {
  public:
    explicit Changes(std::uint64_t seed) : rng_(seed) {}

    std::size_t below(std::size_t size) { return rng_() % size; }

    void change(Input &input, const Input &other) {
        switch (below(5)) {
        case 0: input.insert(input.begin() + below(input.size() + 1), byte()); break;
        case 1:
            if (input.size() > 1) input.erase(input.begin() + below(input.size()));
            break;
        case 2: input.resize(std::max<std::size_t>(1, below(input.size() + 1))); break;
        case 3:
            for (std::size_t i = below(input.size()), j = 0; j < other.size(); ++i, ++j)
                i < input.size() ? void(input[i] = other[j]) : input.push_back(other[j]);
            break;
        default: input[below(input.size())] = byte();
        }
        if (input.size() > kLongest) input.resize(kLongest);
    }

  private:
    std::uint8_t byte() { return below(4) ? rng_() & 255 : rng_() & 3; }

    std::mt19937_64 rng_;
};

} // namespace

int main(int count, char **arguments) {
    double seconds = 0;
    std::uint64_t runs = ~0ull, seed = 1;
    std::vector<Input> corpus;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i], value = argument.substr(argument.find('=') + 1);
        if (argument.starts_with("-max_total_time="))
            seconds = std::stod(value);
        else if (argument.starts_with("-runs="))
            runs = std::stoull(value);
        else if (argument.starts_with("-seed="))
            seed = std::stoull(value);
        else if (argument.starts_with("-"))
            continue;
        else if (std::filesystem::is_directory(argument))
            for (const auto &file : std::filesystem::directory_iterator(argument))
                corpus.push_back(read(file.path()));
        else
            corpus.push_back(read(argument));
    }
    std::signal(SIGABRT, keep);
    for (const auto &input : corpus) ask(input);
    std::printf("%zu files are well\n", corpus.size());
    corpus.push_back({0});
    std::erase_if(corpus, [](const Input &input) { return input.empty(); });
    const auto start = Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    Changes changes(seed);
    std::uint64_t asked = 0;
    for (double told = 10; asked < runs && gone() < seconds; ++asked) {
        Input input = corpus[changes.below(corpus.size())];
        for (auto times = 1 + changes.below(8); times; --times)
            changes.change(input, corpus[changes.below(corpus.size())]);
        ask(input);
        if (gone() < told) continue;
        std::printf("%.0f s: %llu questions\n", told, static_cast<unsigned long long>(asked));
        std::fflush(stdout);
        told += 10;
    }
    std::printf("%llu questions in %.0f s, nothing found\n", static_cast<unsigned long long>(asked),
                gone());
}
