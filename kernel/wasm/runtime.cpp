// The runtime functions that the compiler's library lacks for WebAssembly. Exceptions end the
// module: it passes the message to the host, which then makes a new instance.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

extern "C" {

// Imported: stores the reason for the end of this call, a message of this length.
__attribute__((import_module("host"), import_name("refuse"))) void host_refuse(const char *message,
                                                                              std::size_t length);

void *__cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void *thrown) { std::free(thrown); }

// Every type that is thrown here derives from std::exception, its first and only base.
[[noreturn]] void __cxa_throw(void *thrown, std::type_info *, void (*)(void *)) {
    const char *why = static_cast<std::exception *>(thrown)->what();
    host_refuse(why, std::strlen(why));
    __builtin_trap();
}

// The only thread never ends, so its objects are never destroyed.
int __cxa_thread_atexit(void (*)(void *), void *, void *) { return 0; }

}
