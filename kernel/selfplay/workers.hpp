// Divides independent work among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tilerummy::selfplay {

// Calls *work* once with each index below *count*, in ascending order, on *threads* threads
// including this one. Rethrows the first exception after all threads have ended.
template <class Work> void for_each_index(int threads, std::size_t count, Work work) {
#ifdef __wasm__ // it has no threads
    (void)threads;
    for (std::size_t i = 0; i < count; ++i) work(i);
#else
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&] {
        try {
            for (std::size_t i; (i = next.fetch_add(1)) < count;) work(i);
        } catch (...) {
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> others;
    const std::size_t most = std::min<std::size_t>(std::max(1, threads), std::max<std::size_t>(1, count));
    for (std::size_t i = 1; i < most; ++i) others.emplace_back(run);
    run();
    for (auto &other : others) other.join();
    if (failure) std::rethrow_exception(failure);
#endif
}

} // namespace tilerummy::selfplay
