// Makes lavapipe right at 64 lanes: a library that wide-lavapipe.mjs builds and preloads. To find the first active lane,
// the driver makes a 32-bit word of the mask of lanes. LLVM has no such conversion of 64 bits: it ends the process, or
// omits the upper lanes. This file has some functions of LLVM's C interface, which then call LLVM's own. They keep the
// mask at 64 bits until the first lane is known.
//
// subgroupBallot remains wrong at 64 lanes. No kernel calls it there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Builder;
typedef void *Value;
typedef void *Type;

/** Opens the LLVM that the driver has loaded. */
static int open_llvm(struct dl_phdr_info *info, size_t size, void *llvm) {
  (void)size;
  if (!strstr(info->dlpi_name, "libLLVM")) return 0;
  *(void **)llvm = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  return 1;
}

static void *of_llvm(const char *name) {
  static void *llvm;
  if (!llvm) dl_iterate_phdr(open_llvm, &llvm);
  void *function = llvm ? dlsym(llvm, name) : NULL;
  if (!function) {
    fprintf(stderr, "wide_lavapipe.c: libLLVM has no function %s\n", name);
    abort();
  }
  return function;
}

#define LLVM(name, result, ...) ((result(*)(__VA_ARGS__))of_llvm(#name))

/** The bits of an integer type. 0 for other types. */
static unsigned bits_of(Type type) {
  enum { INTEGER = 8 };
  if (LLVM(LLVMGetTypeKind, int, Type)(type) != INTEGER) return 0;
  return LLVM(LLVMGetIntTypeWidth, unsigned, Type)(type);
}

static Type type_of(Value value) {
  return LLVM(LLVMTypeOf, Type, Value)(value);
}

static Value truncated(Builder builder, Value value, Type type) {
  return LLVM(LLVMBuildTrunc, Value, Builder, Value, Type, const char *)(builder, value, type, "");
}

/** A conversion of a mask to a narrower type keeps the mask as it is. */
Value LLVMBuildZExt(Builder builder, Value value, Type type, const char *name) {
  if (bits_of(type_of(value)) > bits_of(type)) return value;
  return LLVM(LLVMBuildZExt, Value, Builder, Value, Type, const char *)(builder, value, type, name);
}

/** The mask is compared with a word. */
Value LLVMBuildICmp(Builder builder, int how, Value a, Value b, const char *name) {
  if (bits_of(type_of(a)) == 64 && bits_of(type_of(b)) == 32) b = LLVMBuildZExt(builder, b, type_of(a), "");
  return LLVM(LLVMBuildICmp, Value, Builder, int, Value, Value, const char *)(builder, how, a, b, name);
}

/** A ballot becomes a vector of words. */
Value LLVMBuildInsertElement(Builder builder, Value vector, Value element, Value at, const char *name) {
  Type word = LLVM(LLVMGetElementType, Type, Type)(type_of(vector));
  if (bits_of(type_of(element)) == 64 && bits_of(word) == 32) element = truncated(builder, element, word);
  return LLVM(LLVMBuildInsertElement, Value, Builder, Value, Value, Value, const char *)(builder, vector, element, at,
                                                                                         name);
}

static Value call(Builder builder, Type type, Value callee, Value *arguments, unsigned count, const char *name) {
  return LLVM(LLVMBuildCall2, Value, Builder, Type, Value, Value *, unsigned, const char *)(builder, type, callee,
                                                                                            arguments, count, name);
}

/** Calls an intrinsic function of LLVM, for values of this type. */
static Value intrinsic(Builder builder, const char *name, Type type, Value *arguments, unsigned count) {
  Value block = LLVM(LLVMGetInsertBlock, Value, Builder)(builder);
  Value caller = LLVM(LLVMGetBasicBlockParent, Value, Value)(block);
  void *module = LLVM(LLVMGetGlobalParent, void *, Value)(caller);
  unsigned id = LLVM(LLVMLookupIntrinsicID, unsigned, const char *, size_t)(name, strlen(name));
  Value callee =
      LLVM(LLVMGetIntrinsicDeclaration, Value, void *, unsigned, Type *, size_t)(module, id, &type, 1);
  return call(builder, LLVM(LLVMGlobalGetValueType, Type, Value)(callee), callee, arguments, count, "");
}

/** The first lane of a mask of 64 bits: its trailing zeros. */
Value LLVMBuildCall2(Builder builder, Type type, Value callee, Value *arguments, unsigned count, const char *name) {
  static const char CTTZ[] = "llvm.cttz.i32";
  size_t length;
  const char *called = LLVM(LLVMGetValueName2, const char *, Value, size_t *)(callee, &length);
  int counts_zeros = length == strlen(CTTZ) && memcmp(called, CTTZ, length) == 0;
  if (!counts_zeros || bits_of(type_of(arguments[0])) != 64) {
    return call(builder, type, callee, arguments, count, name);
  }
  Value lane = intrinsic(builder, "llvm.cttz", type_of(arguments[0]), arguments, count);
  // The driver declared the function for the type of its argument, unless an earlier call did for 32 bits.
  Type parameters[2];
  LLVM(LLVMGetParamTypes, void, Type, Type *)(LLVM(LLVMGlobalGetValueType, Type, Value)(callee), parameters);
  if (bits_of(parameters[0]) == 64) LLVM(LLVMDeleteFunction, void, Value)(callee);
  // The driver adds attributes of calls to the result. So the result is a call: the minimum of the lane and 64.
  Type word = LLVM(LLVMGetReturnType, Type, Type)(type);
  Value most = LLVM(LLVMConstInt, Value, Type, unsigned long long, int)(word, 64, 0);
  return intrinsic(builder, "llvm.umin", word, (Value[]){truncated(builder, lane, word), most}, 2);
}
