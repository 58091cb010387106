// Defines the runtime functions that the compiler's library lacks for WebAssembly. Throwing an
// exception stops the module: it passes the message to the host, which then creates a new instance.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

extern "C" {

// Imported from the host. Passes it a pointer to the message of the exception that ends this call,
// and the message's length.
__attribute__((import_module("host"), import_name("refuse"))) void host_refuse(const char *message,
                                                                              std::size_t length);

void *__cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void *thrown) { std::free(thrown); }

// Relies on std::exception being the first and only base of every type that the kernel throws.
[[noreturn]] void __cxa_throw(void *thrown, std::type_info *, void (*)(void *)) {
    const char *why = static_cast<std::exception *>(thrown)->what();
    host_refuse(why, std::strlen(why));
    __builtin_trap();
}

// Registers nothing, because the only thread never ends and its objects are never destroyed.
int __cxa_thread_atexit(void (*)(void *), void *, void *) { return 0; }

}
