// tsup.config.ts
import { readFileSync as readFileSync5 } from "node:fs";
import { defineConfig } from "tsup";

// build/entries.ts
import { readdirSync as readdirSync2, readFileSync as readFileSync3 } from "node:fs";
import path3 from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";

// build/wgsl-templates.ts
import ts from "typescript";

// build/wgsl-text.ts
import { readFileSync as readFileSync2 } from "node:fs";
import path2 from "node:path";

// build/wgsl-files.ts
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// build/wgsl-names.ts
var TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\n|0[xX][\da-fA-F]+[iu]?|\d[\d.]*[eE][-+]\d+\w?|\d[\w.]*|[A-Za-z_]\w*|[^\s\w]/g;
var isName = ({ text }) => /^[A-Za-z_]/.test(text);
function tokensOf(wgsl) {
  const tokens = [];
  let line = 1;
  for (const [text] of wgsl.matchAll(TOKEN)) {
    if (!/^(?:\n|\/\/|\/\*)/.test(text)) tokens.push({ text, line });
    line += text.split("\n").length - 1;
  }
  return tokens;
}
function withoutAttributes(tokens) {
  const rest = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.text !== "@") {
      rest.push(tokens[i]);
      continue;
    }
    const isSize = tokens[++i]?.text === "workgroup_size";
    if (tokens[i + 1]?.text !== "(") continue;
    for (i++; tokens[i]?.text !== ")"; i++) if (isSize && isName(tokens[i])) rest.push(tokens[i]);
  }
  return rest;
}
function declarationsOf(tokens) {
  const all = [];
  let depth = 0;
  let open = [];
  for (const token of tokens) {
    open.push(token);
    if ("{([".includes(token.text)) depth++;
    if ("})]".includes(token.text)) depth--;
    if (depth > 0 || token.text !== ";" && token.text !== "}") continue;
    if (open.length > 1) all.push(open);
    open = [];
  }
  return all;
}
var KEYWORDS = /* @__PURE__ */ new Set(["fn", "const", "alias", "struct", "override", "var"]);
function nameIndex(tokens) {
  const keyword = tokens.findIndex(({ text }) => KEYWORDS.has(text));
  if (tokens[keyword + 1]?.text !== "<") return keyword + 1;
  return tokens.findIndex(({ text }, i) => i > keyword && text === ">") + 1;
}
function localNames(tokens) {
  const local = /* @__PURE__ */ new Set();
  const isStruct = tokens.some(({ text }, i) => text === "struct" && i < nameIndex(tokens));
  tokens.forEach(({ text }, i) => {
    const next = tokens[i + 1];
    if ((text === "let" || text === "const") && i > 0 && next && isName(next)) local.add(next.text);
    if (text === "var" && i > 0 && next && isName(next)) local.add(next.text);
    if (next?.text === ":" && i > nameIndex(tokens) && isName(tokens[i])) {
      if (!isStruct) local.add(text);
    }
  });
  return local;
}
function namesOf(wgsl) {
  const declared = /* @__PURE__ */ new Map();
  const bound = /* @__PURE__ */ new Map();
  const free = /* @__PURE__ */ new Map();
  const all = declarationsOf(withoutAttributes(tokensOf(wgsl)));
  for (const tokens of all) {
    const name = tokens[nameIndex(tokens)];
    const space = tokens[nameIndex(tokens) - 1]?.text === ">" ? tokens.slice(0, nameIndex(tokens)) : [];
    const isBound = space.some(({ text }) => /^(?:storage|uniform|immediate)$/.test(text));
    if (isBound) bound.set(name.text, tokens.map(({ text }) => text).join(" "));
    else declared.set(name.text, name.line);
  }
  for (const tokens of all) {
    const local = localNames(tokens);
    const at = nameIndex(tokens);
    const isStruct = tokens[at - 1]?.text === "struct";
    tokens.forEach((token, i) => {
      if (i <= at || !isName(token) || tokens[i - 1]?.text === ".") return;
      if (isStruct && tokens[i + 1]?.text === ":") return;
      if (local.has(token.text) || declared.has(token.text) || bound.has(token.text)) return;
      if (!free.has(token.text)) free.set(token.text, token.line);
    });
  }
  return { declared, bound, free };
}

// build/wgsl-files.ts
var __injected_import_meta_url__ = "file:///work/wt/select/build/wgsl-files.ts";
var SECTION = /^\/\/ ---- (?:choice (\w+):|(part)) (\w+(?: \| \w+)*)$/;
var IMPORT = /^\/\/ import ([\w, ]+) from ([\w./-]+)$/gm;
var GIVEN = /^\/\/ given ([\w, ]+)$/gm;
var listed = (text = "") => text.split(",").flatMap((name) => name.trim() || []);
function partOf(text, linesBefore, choice, members = []) {
  const imports2 = /* @__PURE__ */ new Map();
  for (const [, names, from = ""] of text.matchAll(IMPORT)) {
    imports2.set(from, [...imports2.get(from) ?? [], ...listed(names)]);
  }
  const given = Array.from(text.matchAll(GIVEN), ([, names]) => listed(names)).flat();
  return { ...namesOf(text), ...choice ? { choice } : {}, members, linesBefore, text, imports: imports2, given };
}
function wgslFile(name, source) {
  const lines = source.split("\n");
  const starts = lines.flatMap((line, i) => SECTION.test(line) ? [i] : []);
  const parts = [0, ...starts].map((start, i) => {
    const [, name2, isPart, members = ""] = i === 0 ? [] : SECTION.exec(lines[start]) ?? [];
    const end = starts[i];
    const text = lines.slice(start, end).join("\n") + (end === void 0 ? "" : "\n");
    return partOf(text, start, isPart ?? name2, members.split(" | ").filter(Boolean));
  });
  return { name, parts, declared: new Set(parts.flatMap(({ declared }) => [...declared.keys()])) };
}
var WGSL_FOLDER = fileURLToPath(new URL("../wgsl", __injected_import_meta_url__));
var SRC = fileURLToPath(new URL("../src", __injected_import_meta_url__));
var filesBelow = (folder, end) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(end)).map((file) => file.split(path.sep).join("/")).sort();
var nameOf = (file) => path.relative(WGSL_FOLDER, file).split(path.sep).join("/").replace(/\.wgsl$/, "");
function readLibrary() {
  return new Map(
    filesBelow(WGSL_FOLDER, ".wgsl").map((file) => {
      const name = file.replace(/\.wgsl$/, "");
      return [name, wgslFile(name, readFileSync(path.join(WGSL_FOLDER, file), "utf8"))];
    })
  );
}
function openNames(library) {
  const texts = filesBelow(SRC, ".ts").map((file) => readFileSync(path.join(SRC, file), "utf8"));
  const words = texts.filter((text) => text.includes("wgsl`")).flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
  const given = [...library.values()].flatMap(({ parts }) => parts.flatMap((part) => part.given));
  return /* @__PURE__ */ new Set([...words, ...given, "main", "task"]);
}
function privateNames(library) {
  const files = [...library.values()];
  const open = openNames(library);
  const count = /* @__PURE__ */ new Map();
  for (const name of files.flatMap(({ declared }) => [...declared])) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(
    files.map(({ name: file, declared }) => {
      const own = [...declared].filter((name) => !open.has(name) && (count.get(name) ?? 0) > 1);
      return [file, new Map(own.map((name) => [name, `${name}_of_${file.replace(/\W/g, "_")}`]))];
    })
  );
}

// build/wgsl-text.ts
var COMMENT = /[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;
function withoutComments(wgsl) {
  return wgsl.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ""));
}
var isWord = (sign) => /\w/.test(sign);
var isOperator = (sign) => /[-+*/%&|^=<>!]/.test(sign);
function withoutSpaces(wgsl) {
  const squeezed = (line) => line.trim().replace(
    /(\S)\s+(?=(\S))/g,
    (_, a, b) => isWord(a) && isWord(b) || isOperator(a) && isOperator(b) ? `${a} ` : a
  );
  return wgsl.split("\n").map(squeezed).join("\n");
}
var shippedText = (wgsl) => withoutSpaces(withoutComments(wgsl));
var known;
function allFiles() {
  if (!known) {
    const library = readLibrary();
    known = { library, renamed: privateNames(library) };
  }
  return known;
}
function uniqueText(file, { text, imports: imports2 }, common) {
  const { renamed } = allFiles();
  const names = new Map(renamed.get(file));
  for (const [from, imported] of [...common.imports, ...imports2]) {
    for (const name of imported) {
      const unique = renamed.get(from)?.get(name);
      if (unique) names.set(name, unique);
    }
  }
  if (names.size === 0) return text;
  return text.replace(/(?<![\w.])[A-Za-z_]\w*/g, (word) => names.get(word) ?? word);
}
var linkable = ({ parts }) => parts.filter(({ choice }) => choice === void 0 || choice === "part");
function partOfFile(file, part, imported) {
  if (part.choice === void 0) return imported ?? "file";
  return imported ? `${imported}.choices.part.${part.members[0]}` : `s${file.parts.indexOf(part)}`;
}
function wgslModule(file, source = readFileSync2(file, "utf8")) {
  const name = nameOf(file);
  const own = wgslFile(name, source);
  const { parts } = own;
  const imported = [...new Set(parts.flatMap(({ imports: imports2 }) => [...imports2.keys()]))];
  const importOf = (need, i) => {
    const target = path2.join(WGSL_FOLDER, `${need}.wgsl`);
    const from = path2.relative(path2.dirname(file), target).split(path2.sep).join("/");
    return `import n${i} from ${JSON.stringify(from.startsWith(".") ? from : `./${from}`)};`;
  };
  const needsOf = (part) => {
    const fromOthers = [...part.imports].flatMap(([need, names]) => {
      const of = allFiles().library.get(need);
      const used = linkable(of).filter(({ declared }) => names.some((each) => declared.has(each)));
      return used.map((each) => partOfFile(of, each, `n${imported.indexOf(need)}`));
    });
    const fromOwn = linkable(own).filter((other) => [...other.declared.keys()].some((each) => part.free.has(each)));
    return [.../* @__PURE__ */ new Set([...fromOthers, ...fromOwn.map((other) => partOfFile(own, other))])];
  };
  const partText = (part) => {
    const needs = needsOf(part);
    return [
      `name: ${JSON.stringify(name)}, text: ${JSON.stringify(shippedText(uniqueText(name, part, parts[0])))}`,
      ...needs.length > 0 ? [`needs: () => [${needs.join(", ")}]`] : [],
      ...part.linesBefore > 0 ? [`linesBefore: ${part.linesBefore}`] : [],
      ...part.declared.has("task") ? ["task: true"] : []
    ].join(", ");
  };
  const [first, ...sections] = parts;
  const choices = [...new Set(sections.map(({ choice }) => choice))].map((choice) => {
    const members = sections.flatMap(
      (part, i) => part.choice === choice ? part.members.map((member) => `${member}: s${i + 1}`) : []
    );
    return `${choice}: { ${members.join(", ")} }`;
  });
  return [
    ...imported.map(importOf),
    ...sections.map((part, i) => `const s${i + 1} = { ${partText(part)} };`),
    `const file = { ${partText(first)}${choices.length > 0 ? `, choices: { ${choices.join(", ")} }` : ""} };`,
    "export default file;",
    ""
  ].join("\n");
}

// build/wgsl-templates.ts
var [HOLE, SPACE] = ["\uE000", "\uE001"];
var SEPARATORS = /[()[\]{},;:]/;
function squeezedTexts(parts) {
  if (parts.some((part) => part.includes("\\")))
    throw new Error("a wgsl`\u2026` text has a backslash: write the sign itself");
  const whole = withoutComments(parts.join(HOLE));
  if (whole.split(HOLE).length !== parts.length) throw new Error("a value stands in a comment of a wgsl`\u2026` text");
  const spaceFor = (neighbour) => SEPARATORS.test(neighbour) ? "" : SPACE;
  const rest = (line) => line.trim().replace(/([^\s\uE000])[ \t]+(?=\uE000)/g, (_, before) => before + spaceFor(before)).replace(/\uE000[ \t]+(?=(\S))/g, (_, behind) => HOLE + spaceFor(behind));
  const squeezed = withoutSpaces(whole.split("\n").map(rest).join("\n"));
  return squeezed.replaceAll(SPACE, " ").split(HOLE);
}
function literalsOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template];
  return [template.head, ...template.templateSpans.map(({ literal }) => literal)];
}
function squeezedTemplates(source) {
  if (!source.includes("wgsl`")) return source;
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest);
  const edits = [];
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === "wgsl") {
      const ranges = literalsOf(node.template).map((literal) => {
        const text = literal.getText(file);
        const closing = text.endsWith("${") ? 2 : 1;
        return { begin: literal.getStart(file) + 1, end: literal.getEnd() - closing };
      });
      const texts = squeezedTexts(ranges.map(({ begin, end }) => source.slice(begin, end)));
      ranges.forEach((range, i) => {
        edits.push({ ...range, text: texts[i] });
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let squeezed = "";
  let at = 0;
  for (const { begin, end, text } of edits.sort((a, b) => a.begin - b.begin)) {
    squeezed += source.slice(at, begin) + text;
    at = end;
  }
  return squeezed + source.slice(at);
}

// build/entries.ts
var __injected_import_meta_url__2 = "file:///work/wt/select/build/entries.ts";
var SRC2 = fileURLToPath2(new URL("../src", __injected_import_meta_url__2));
var WGSL = fileURLToPath2(new URL("../wgsl", __injected_import_meta_url__2));
var ENTRIES = {
  index: "src/index.ts",
  node: "src/node/index.ts",
  cub: "src/cub/index.ts",
  dpct: "src/dpct/index.ts",
  arrow: "src/arrow/index.ts",
  parts: "src/parts/index.ts",
  tune: "src/tune/index.ts"
};
var JS_ENTRIES = { js: "src/js/index.ts" };
var WORKER_ENTRIES = { "js-worker": "src/js/worker/index.ts" };
var AUTO_ENTRIES = { auto: "src/auto/index.ts" };
var THREAD_ENTRIES = { "js-thread": "src/js/worker/thread.ts" };
var PROGRAM = /^cli\//;
var PROGRAM_ENTRIES = { cli: "src/cli/bin.ts", "chunks/cli": "src/cli/main.ts" };
var ONE_ENTRY = /^(?:index\.ts|tune\/index\.ts|(?:node|cub|dpct|arrow|parts)\/.*)$/;
var fromSrc = (file) => path3.relative(SRC2, file).split(path3.sep).join("/");
var read = (file) => readFileSync3(path3.join(SRC2, file), "utf8");
var resolved = (file, target = "") => path3.posix.join(path3.posix.dirname(file), target);
function sources() {
  const files = readdirSync2(SRC2, { recursive: true, encoding: "utf8" }).map((file) => file.split(path3.sep).join("/"));
  return files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !PROGRAM.test(file)).sort();
}
var DYNAMIC = /\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g;
var STATIC = /^(?:import|export) \{([^}]*)\} from '(\.[^']+)';/gm;
function valuesOf(names) {
  const all = names.split(",").map((each) => each.trim().replace(/ as .*/, ""));
  return all.filter((name) => name !== "" && !name.startsWith("type "));
}
var isJs = (file) => file.startsWith("js/");
var loadingOf = (file) => /^(js|auto)\//.exec(file)?.[1] ?? "core";
function lazyModules(of = "core") {
  const entries = Object.values({ ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES });
  const lazy = sources().filter((file) => loadingOf(file) === of).flatMap((file) => Array.from(read(file).matchAll(DYNAMIC), ([, target]) => resolved(file, target)));
  return [...new Set(lazy)].filter((file) => !entries.includes(`src/${file}`)).map((file) => file.replace(/\.ts$/, "")).sort();
}
function lazyEntries(of = "core") {
  return Object.fromEntries(lazyModules(of).map((name) => [`chunks/${name}`, `src/${name}.ts`]));
}
function kernelFiles() {
  const files = readdirSync2(WGSL, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".wgsl"));
  return files.sort().map((file) => path3.join("../wgsl", file));
}
async function graphOf(build, entryPoints = ["index.ts", ...lazyModules().map((name) => `${name}.ts`)]) {
  const { metafile } = await build.esbuild.build({
    entryPoints: entryPoints.map((file) => path3.join(SRC2, file)),
    plugins: build.initialOptions.plugins?.filter(({ name }) => name === "wgsl-text") ?? [],
    ...{ bundle: true, format: "esm", outdir: "dist", write: false, metafile: true, logLevel: "silent" }
  });
  return new Map(
    Object.entries(metafile?.inputs ?? {}).map(([file, { imports: imports2 }]) => {
      const staticImports = imports2.filter(({ kind }) => kind === "import-statement");
      const found = {
        imports: staticImports.map((each) => fromSrc(path3.resolve(each.path))),
        loads: staticImports.length < imports2.length
      };
      return [fromSrc(path3.resolve(file)), found];
    })
  );
}
function withImports(graph, file, found = /* @__PURE__ */ new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const each of graph.get(file)?.imports ?? []) withImports(graph, each, found);
  return found;
}
var FIRST = ["sort/gpu.ts", "reduce/gpu.ts"];
var SORTING = [
  "sort/gpu.ts",
  "sort/across.ts",
  "sort/blocks.ts",
  "sort/look_back.ts",
  "select/gpu.ts",
  "select/appending.ts"
];
var LOADS_OPERATION = /^(?:sort|reduce|segmented_scan|select|group|operators)\//;
function baseOf(graph) {
  const core = withImports(graph, "index.ts");
  const lazy = lazyModules().map((name) => ({ name: `${name}.ts`, files: withImports(graph, `${name}.ts`) }));
  return [...graph.keys()].filter((file) => {
    const users = lazy.filter(({ files }) => files.has(file));
    const isOfSorts = users.every(({ name }) => SORTING.includes(name));
    const isShared = users.length > 1 && users.some(({ name }) => FIRST.includes(name)) && !isOfSorts;
    const loads = [...withImports(graph, file)].some((each) => graph.get(each)?.loads && LOADS_OPERATION.test(each));
    return !loads && (isShared || core.has(file) && users.length > 0);
  });
}
var imports = (files) => files.map((file) => `import ${JSON.stringify(path3.join(SRC2, file))};`).join(" ");
var splitCore = {
  name: "split-core",
  async setup(build) {
    const lazy = lazyEntries();
    build.initialOptions.entryPoints = { ...ENTRIES, ...lazy };
    build.initialOptions.chunkNames = "chunks/shared-[hash]";
    const graph = await graphOf(build);
    const base = baseOf(graph);
    const users = /* @__PURE__ */ new Set([...Object.values(ENTRIES), ...Object.values(lazy)]);
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const name = fromSrc(file);
      if (!users.has(`src/${name}`)) return void 0;
      const kernels = [...withImports(graph, graph.has(name) ? name : "index.ts")].filter(
        (each) => each.endsWith(".wgsl")
      );
      const text = squeezedTemplates(readFileSync3(file, "utf8"));
      return { contents: `${imports([...kernels, ...base])} ${text}`, loader: "ts" };
    });
  }
};
function sharedNames() {
  const shared2 = /* @__PURE__ */ new Map();
  for (const file of sources().filter((file2) => ONE_ENTRY.test(file2))) {
    for (const [, names = "", target] of read(file).matchAll(STATIC)) {
      const from = resolved(file, target);
      if (ONE_ENTRY.test(from)) continue;
      for (const name of valuesOf(names)) {
        const other = shared2.get(name) ?? from;
        if (other !== from)
          throw new Error(`entries import '${name}' of ${other} and of ${from}: one needs another name`);
        shared2.set(name, from);
      }
    }
  }
  return shared2;
}
var sharedCore = {
  name: "shared-core",
  setup(build) {
    build.initialOptions.entryPoints = { ...ENTRIES, internal: "shared-core" };
    build.onResolve({ filter: /^shared-core$/ }, () => ({ path: "internal", namespace: "shared-core" }));
    build.onLoad({ filter: /.*/, namespace: "shared-core" }, () => ({
      contents: [
        // Kernels come first, folder by folder. The file compresses to 6 kB less.
        imports(kernelFiles()),
        ...Array.from(sharedNames(), ([name, file]) => `export { ${name} } from './${file}';`)
      ].join("\n"),
      resolveDir: SRC2
    }));
    build.onResolve({ filter: /^\.\.?\//, namespace: "file" }, ({ path: target, importer, resolveDir }) => {
      const isShared = ONE_ENTRY.test(fromSrc(importer)) && !ONE_ENTRY.test(fromSrc(path3.resolve(resolveDir, target)));
      return isShared ? { path: "./internal.cjs", external: true } : void 0;
    });
  }
};
function importEntries(build, entries, folderOf, end = "js") {
  const built = new Map(Object.entries(entries).map(([name, file]) => [fromSrc(path3.resolve(file)), name]));
  build.onResolve({ filter: /^\.\.?\//, namespace: "file" }, ({ path: target, importer, resolveDir, kind }) => {
    if (kind === "entry-point") return void 0;
    const name = built.get(fromSrc(path3.resolve(resolveDir, target)));
    if (name === void 0) return void 0;
    const file = path3.posix.relative(folderOf(fromSrc(importer)), `${name}.${end}`);
    return { path: file.startsWith(".") ? file : `./${file}`, external: true };
  });
}
var programEntries = {
  name: "program-entries",
  setup(build) {
    const bin = fromSrc(path3.resolve(PROGRAM_ENTRIES.cli));
    importEntries(
      build,
      { ...ENTRIES, ...AUTO_ENTRIES, ...PROGRAM_ENTRIES },
      (importer) => importer === bin ? "." : "chunks"
    );
  }
};
var autoEntries = {
  name: "auto-entries",
  setup(build) {
    const isEsm = build.initialOptions.format === "esm";
    if (isEsm) build.initialOptions.entryPoints = { ...AUTO_ENTRIES, ...lazyEntries("auto") };
    build.initialOptions.chunkNames = "chunks/shared-[hash]";
    const others = { ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES };
    importEntries(build, others, () => isEsm ? "chunks/auto" : ".", isEsm ? "js" : "cjs");
  }
};

// build/js-entries.ts
import { readFileSync as readFileSync4 } from "node:fs";
import path4 from "node:path";
var FAMILIES = [
  ["sort/array_call", "sort/custom", "select/topk", "select/quantiles", "group/array_call"],
  ["reduce/array_call", "reduce/custom", "reduce/initial", "scan/array_call"]
].map((family) => family.map((name) => `js/${name}.ts`));
var GUESTS = {
  "js/keys/array_call.ts": FAMILIES[0],
  "js/transform/array_call.ts": FAMILIES[1]
};
async function sharedInJs(build) {
  const calls = fromSrc(path4.resolve(JS_ENTRIES.js));
  const lazy = lazyModules("js").map((name) => `${name}.ts`);
  const graph = await graphOf(build, [calls, ...lazy]);
  const files = new Map([calls, ...lazy].map((module) => [module, withImports(graph, module)]));
  const users = lazy.filter((module) => !GUESTS[module]);
  const usersOf = (file) => users.filter((module) => files.get(module)?.has(file));
  const familyOf = (module) => FAMILIES.find((family) => family.includes(module)) ?? [];
  const isForAll = (file) => files.get(calls)?.has(file) || new Set(usersOf(file).map(familyOf)).size > 1;
  const loads = (file) => isJs(file) && graph.get(file)?.loads;
  const shared2 = [...graph.keys()].filter(
    (file) => usersOf(file).length > 1 && ![...withImports(graph, file)].some(loads)
  );
  return (module) => {
    const family = GUESTS[module] ?? familyOf(module);
    return shared2.filter((file) => isForAll(file) || usersOf(file).filter((user) => family.includes(user)).length > 1);
  };
}
var splitJs = {
  name: "split-js",
  setup(build) {
    build.onResolve(
      { filter: /^\.\.?\// },
      ({ path: target, importer, kind }) => kind === "dynamic-import" && !isJs(fromSrc(importer)) ? { path: target, external: true } : void 0
    );
    return build.initialOptions.format === "esm" ? split(build) : join(build);
  }
};
async function split(build) {
  const modules = { ...JS_ENTRIES, ...lazyEntries("js") };
  build.initialOptions.entryPoints = modules;
  build.initialOptions.chunkNames = "chunks/shared-[hash]";
  const sharedBy = await sharedInJs(build);
  build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
    const name = fromSrc(file);
    if (!Object.values(modules).includes(`src/${name}`)) return void 0;
    const text = squeezedTemplates(readFileSync4(file, "utf8"));
    return { contents: `${imports(sharedBy(name))} ${text}`, loader: "ts" };
  });
}
function join(build) {
  build.onLoad({ filter: /\/(?:calls|load)\.ts$/ }, ({ path: file }) => {
    if (!isJs(fromSrc(file))) return void 0;
    const found = [];
    const text = squeezedTemplates(readFileSync4(file, "utf8")).replace(
      DYNAMIC,
      (_, target) => `loaded${found.push(`import * as loaded${found.length + 1} from '${target}';`)}`
    );
    return { contents: `${found.join(" ")} ${text}`, loader: "ts" };
  });
}
var workerEntries = {
  name: "worker-entries",
  setup(build) {
    if (build.initialOptions.format !== "esm") return;
    build.onResolve({ filter: /^\.\/pool\.ts$/ }, ({ resolveDir, kind }) => {
      const name = fromSrc(path4.join(resolveDir, "pool"));
      return kind === "dynamic-import" ? { path: `./chunks/${name}.js`, external: true } : void 0;
    });
  }
};
var threadEntry = {
  name: "thread-entry",
  setup(build) {
    const built = new Map(
      Object.entries({ ...JS_ENTRIES, ...lazyEntries("js") }).map(([name, file]) => [
        fromSrc(path4.resolve(file)),
        name
      ])
    );
    build.onResolve({ filter: /^\.\.?\// }, ({ path: target, resolveDir, kind }) => {
      const name = kind === "entry-point" ? void 0 : built.get(fromSrc(path4.resolve(resolveDir, target)));
      return name === void 0 ? void 0 : { path: `./${name}.js`, external: true };
    });
  }
};

// tsup.config.ts
var wgslText = {
  name: "wgsl-text",
  setup(build) {
    build.onLoad({ filter: /\.wgsl$/ }, ({ path: path5 }) => ({ contents: wgslModule(path5), loader: "js" }));
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: path5 }) => ({
      contents: squeezedTemplates(readFileSync5(path5, "utf8")),
      loader: "ts"
    }));
  }
};
var shared = {
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  external: ["webgpu", "@sparticuz/chromium", "apache-arrow", "hyparquet", "hyparquet-compressors", /^node:/],
  // src/node uses import.meta.url where it exists. The CommonJS build has __filename.
  esbuildOptions(options) {
    Object.assign(options, { minifyWhitespace: true, minifySyntax: true, lineLimit: 320 });
    options.logOverride = { "empty-import-meta": "silent", "ignored-bare-import": "silent" };
  }
};
var tsup_config_default = defineConfig([
  {
    ...shared,
    entry: ENTRIES,
    // All types at once: entries then share the files of types.
    dts: { entry: { ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES, ...AUTO_ENTRIES } },
    esbuildPlugins: [
      // This plugin comes before the next one: esbuild uses the first plugin that loads a file.
      {
        name: "entries",
        setup: (build) => (build.initialOptions.format === "cjs" ? sharedCore : splitCore).setup(build)
      },
      wgslText
    ]
  },
  // These share no file with the core, so that neither of the two makes the other larger.
  { ...shared, entry: JS_ENTRIES, esbuildPlugins: [splitJs, wgslText] },
  { ...shared, entry: WORKER_ENTRIES, splitting: false, esbuildPlugins: [workerEntries, wgslText] },
  { ...shared, entry: AUTO_ENTRIES, esbuildPlugins: [autoEntries, wgslText] },
  {
    ...shared,
    ...{ entry: THREAD_ENTRIES, format: ["esm"], splitting: false, esbuildPlugins: [threadEntry] }
  },
  {
    ...shared,
    ...{ entry: PROGRAM_ENTRIES, format: ["esm"], splitting: false, esbuildPlugins: [programEntries] },
    banner: { js: "#!/usr/bin/env node" }
  }
]);
export {
  tsup_config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsidHN1cC5jb25maWcudHMiLCAiYnVpbGQvZW50cmllcy50cyIsICJidWlsZC93Z3NsLXRlbXBsYXRlcy50cyIsICJidWlsZC93Z3NsLXRleHQudHMiLCAiYnVpbGQvd2dzbC1maWxlcy50cyIsICJidWlsZC93Z3NsLW5hbWVzLnRzIiwgImJ1aWxkL2pzLWVudHJpZXMudHMiXSwKICAic291cmNlc0NvbnRlbnQiOiBbImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvd3Qvc2VsZWN0L3RzdXAuY29uZmlnLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL3d0L3NlbGVjdFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay93dC9zZWxlY3QvdHN1cC5jb25maWcudHNcIjtpbXBvcnQgeyByZWFkRmlsZVN5bmMgfSBmcm9tICdub2RlOmZzJztcbmltcG9ydCB7IGRlZmluZUNvbmZpZywgdHlwZSBPcHRpb25zIH0gZnJvbSAndHN1cCc7XG5pbXBvcnQge1xuICBBVVRPX0VOVFJJRVMsXG4gIGF1dG9FbnRyaWVzLFxuICBFTlRSSUVTLFxuICBKU19FTlRSSUVTLFxuICBQUk9HUkFNX0VOVFJJRVMsXG4gIHByb2dyYW1FbnRyaWVzLFxuICBzaGFyZWRDb3JlLFxuICBzcGxpdENvcmUsXG4gIFRIUkVBRF9FTlRSSUVTLFxuICBXT1JLRVJfRU5UUklFUyxcbn0gZnJvbSAnLi9idWlsZC9lbnRyaWVzLnRzJztcbmltcG9ydCB7IHNwbGl0SnMsIHRocmVhZEVudHJ5LCB3b3JrZXJFbnRyaWVzIH0gZnJvbSAnLi9idWlsZC9qcy1lbnRyaWVzLnRzJztcbmltcG9ydCB7IHNxdWVlemVkVGVtcGxhdGVzIH0gZnJvbSAnLi9idWlsZC93Z3NsLXRlbXBsYXRlcy50cyc7XG5pbXBvcnQgeyB3Z3NsTW9kdWxlIH0gZnJvbSAnLi9idWlsZC93Z3NsLXRleHQudHMnO1xuXG50eXBlIFBsdWdpbiA9IE5vbk51bGxhYmxlPE9wdGlvbnNbJ2VzYnVpbGRQbHVnaW5zJ10+W251bWJlcl07XG5cbmNvbnN0IHdnc2xUZXh0OiBQbHVnaW4gPSB7XG4gIG5hbWU6ICd3Z3NsLXRleHQnLFxuICBzZXR1cChidWlsZCkge1xuICAgIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogL1xcLndnc2wkLyB9LCAoeyBwYXRoIH0pID0+ICh7IGNvbnRlbnRzOiB3Z3NsTW9kdWxlKHBhdGgpLCBsb2FkZXI6ICdqcycgfSkpO1xuICAgIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogL1xcL3NyY1xcLy4qXFwudHMkLyB9LCAoeyBwYXRoIH0pID0+ICh7XG4gICAgICBjb250ZW50czogc3F1ZWV6ZWRUZW1wbGF0ZXMocmVhZEZpbGVTeW5jKHBhdGgsICd1dGY4JykpLFxuICAgICAgbG9hZGVyOiAndHMnLFxuICAgIH0pKTtcbiAgfSxcbn07XG5cbmNvbnN0IHNoYXJlZDogT3B0aW9ucyA9IHtcbiAgZm9ybWF0OiBbJ2VzbScsICdjanMnXSxcbiAgdGFyZ2V0OiAnZXMyMDIyJyxcbiAgcGxhdGZvcm06ICduZXV0cmFsJyxcbiAgZXh0ZXJuYWw6IFsnd2ViZ3B1JywgJ0BzcGFydGljdXovY2hyb21pdW0nLCAnYXBhY2hlLWFycm93JywgJ2h5cGFycXVldCcsICdoeXBhcnF1ZXQtY29tcHJlc3NvcnMnLCAvXm5vZGU6L10sXG4gIC8vIHNyYy9ub2RlIHVzZXMgaW1wb3J0Lm1ldGEudXJsIHdoZXJlIGl0IGV4aXN0cy4gVGhlIENvbW1vbkpTIGJ1aWxkIGhhcyBfX2ZpbGVuYW1lLlxuICBlc2J1aWxkT3B0aW9ucyhvcHRpb25zKSB7XG4gICAgLy8gRW50cmllcyBuYW1lIHdoYXQgdGhleSBzaGFyZSB3aXRoIG90aGVycywgd2hpY2ggYSBwYWNrYWdlIHdpdGhvdXQgc2lkZSBlZmZlY3RzIG1heSBsZWF2ZSBvdXQuXG4gICAgLy8gU2hvcnQgbGluZXMsIGJlY2F1c2UgTm9kZSBwcmludHMgdGhlIHdob2xlIGxpbmUgd2hlcmUgYW4gZXJyb3Igd2FzIHRocm93bi4gTmFtZXMgc3RheSwgZm9yIHN0YWNrIHRyYWNlcy5cbiAgICBPYmplY3QuYXNzaWduKG9wdGlvbnMsIHsgbWluaWZ5V2hpdGVzcGFjZTogdHJ1ZSwgbWluaWZ5U3ludGF4OiB0cnVlLCBsaW5lTGltaXQ6IDMyMCB9KTtcbiAgICBvcHRpb25zLmxvZ092ZXJyaWRlID0geyAnZW1wdHktaW1wb3J0LW1ldGEnOiAnc2lsZW50JywgJ2lnbm9yZWQtYmFyZS1pbXBvcnQnOiAnc2lsZW50JyB9O1xuICB9LFxufTtcblxuZXhwb3J0IGRlZmF1bHQgZGVmaW5lQ29uZmlnKFtcbiAge1xuICAgIC4uLnNoYXJlZCxcbiAgICBlbnRyeTogRU5UUklFUyxcbiAgICAvLyBBbGwgdHlwZXMgYXQgb25jZTogZW50cmllcyB0aGVuIHNoYXJlIHRoZSBmaWxlcyBvZiB0eXBlcy5cbiAgICBkdHM6IHsgZW50cnk6IHsgLi4uRU5UUklFUywgLi4uSlNfRU5UUklFUywgLi4uV09SS0VSX0VOVFJJRVMsIC4uLkFVVE9fRU5UUklFUyB9IH0sXG4gICAgZXNidWlsZFBsdWdpbnM6IFtcbiAgICAgIC8vIFRoaXMgcGx1Z2luIGNvbWVzIGJlZm9yZSB0aGUgbmV4dCBvbmU6IGVzYnVpbGQgdXNlcyB0aGUgZmlyc3QgcGx1Z2luIHRoYXQgbG9hZHMgYSBmaWxlLlxuICAgICAge1xuICAgICAgICBuYW1lOiAnZW50cmllcycsXG4gICAgICAgIHNldHVwOiAoYnVpbGQpID0+IChidWlsZC5pbml0aWFsT3B0aW9ucy5mb3JtYXQgPT09ICdjanMnID8gc2hhcmVkQ29yZSA6IHNwbGl0Q29yZSkuc2V0dXAoYnVpbGQpLFxuICAgICAgfSxcbiAgICAgIHdnc2xUZXh0LFxuICAgIF0sXG4gIH0sXG4gIC8vIFRoZXNlIHNoYXJlIG5vIGZpbGUgd2l0aCB0aGUgY29yZSwgc28gdGhhdCBuZWl0aGVyIG9mIHRoZSB0d28gbWFrZXMgdGhlIG90aGVyIGxhcmdlci5cbiAgeyAuLi5zaGFyZWQsIGVudHJ5OiBKU19FTlRSSUVTLCBlc2J1aWxkUGx1Z2luczogW3NwbGl0SnMsIHdnc2xUZXh0XSB9LFxuICB7IC4uLnNoYXJlZCwgZW50cnk6IFdPUktFUl9FTlRSSUVTLCBzcGxpdHRpbmc6IGZhbHNlLCBlc2J1aWxkUGx1Z2luczogW3dvcmtlckVudHJpZXMsIHdnc2xUZXh0XSB9LFxuICB7IC4uLnNoYXJlZCwgZW50cnk6IEFVVE9fRU5UUklFUywgZXNidWlsZFBsdWdpbnM6IFthdXRvRW50cmllcywgd2dzbFRleHRdIH0sXG4gIHtcbiAgICAuLi5zaGFyZWQsXG4gICAgLi4ueyBlbnRyeTogVEhSRUFEX0VOVFJJRVMsIGZvcm1hdDogWydlc20nXSwgc3BsaXR0aW5nOiBmYWxzZSwgZXNidWlsZFBsdWdpbnM6IFt0aHJlYWRFbnRyeV0gfSxcbiAgfSxcbiAge1xuICAgIC4uLnNoYXJlZCxcbiAgICAuLi57IGVudHJ5OiBQUk9HUkFNX0VOVFJJRVMsIGZvcm1hdDogWydlc20nXSwgc3BsaXR0aW5nOiBmYWxzZSwgZXNidWlsZFBsdWdpbnM6IFtwcm9ncmFtRW50cmllc10gfSxcbiAgICBiYW5uZXI6IHsganM6ICcjIS91c3IvYmluL2VudiBub2RlJyB9LFxuICB9LFxuXSk7XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGQvZW50cmllcy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL2VudHJpZXMudHNcIjsvKipcbiAqIFRoZSBvdXRwdXRzIG9mIHRoZSBidWlsZDogdGhlIHBhY2thZ2UncyBlbnRyaWVzLCB0aGUgbW9kdWxlcyB0aGF0IGNhbGxzIGxvYWQsIGFuZCB0aGUgY29yZSB0aGF0IENvbW1vbkpTIGVudHJpZXNcbiAqIHNoYXJlLlxuICovXG5pbXBvcnQgeyByZWFkZGlyU3luYywgcmVhZEZpbGVTeW5jIH0gZnJvbSAnbm9kZTpmcyc7XG5pbXBvcnQgcGF0aCBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgZmlsZVVSTFRvUGF0aCB9IGZyb20gJ25vZGU6dXJsJztcbmltcG9ydCB0eXBlIHsgT3B0aW9ucyB9IGZyb20gJ3RzdXAnO1xuaW1wb3J0IHsgc3F1ZWV6ZWRUZW1wbGF0ZXMgfSBmcm9tICcuL3dnc2wtdGVtcGxhdGVzLnRzJztcblxuZXhwb3J0IHR5cGUgUGx1Z2luID0gTm9uTnVsbGFibGU8T3B0aW9uc1snZXNidWlsZFBsdWdpbnMnXT5bbnVtYmVyXTtcbmV4cG9ydCB0eXBlIFBsdWdpbkJ1aWxkID0gUGFyYW1ldGVyczxQbHVnaW5bJ3NldHVwJ10+WzBdO1xuXG5jb25zdCBTUkMgPSBmaWxlVVJMVG9QYXRoKG5ldyBVUkwoJy4uL3NyYycsIGltcG9ydC5tZXRhLnVybCkpO1xuY29uc3QgV0dTTCA9IGZpbGVVUkxUb1BhdGgobmV3IFVSTCgnLi4vd2dzbCcsIGltcG9ydC5tZXRhLnVybCkpO1xuXG4vKiogRWFjaCBlbnRyeSdzIGZpbGUsIGZyb20gdGhlIHJlcG9zaXRvcnkncyByb290LiAqL1xuZXhwb3J0IGNvbnN0IEVOVFJJRVMgPSB7XG4gIGluZGV4OiAnc3JjL2luZGV4LnRzJyxcbiAgbm9kZTogJ3NyYy9ub2RlL2luZGV4LnRzJyxcbiAgY3ViOiAnc3JjL2N1Yi9pbmRleC50cycsXG4gIGRwY3Q6ICdzcmMvZHBjdC9pbmRleC50cycsXG4gIGFycm93OiAnc3JjL2Fycm93L2luZGV4LnRzJyxcbiAgcGFydHM6ICdzcmMvcGFydHMvaW5kZXgudHMnLFxuICB0dW5lOiAnc3JjL3R1bmUvaW5kZXgudHMnLFxufTtcblxuLyoqXG4gKiBUaGUgY2FsbHMgd2l0aG91dCBhIEdQVS4gVGhleSBjb250YWluIHdoYXQgdGhleSB1c2Ugb2YgdGhlIGNvcmU6IGNoZWNrcywgYnV0IG5vIGtlcm5lbHMuIFRoZSBFU00gYnVpbGQgaGFzIGEgbW9kdWxlXG4gKiBmb3IgZWFjaCBvcGVyYXRpb24sIHRoZSBDb21tb25KUyBidWlsZCBpcyBvbmUgZmlsZS5cbiAqL1xuZXhwb3J0IGNvbnN0IEpTX0VOVFJJRVMgPSB7IGpzOiAnc3JjL2pzL2luZGV4LnRzJyB9O1xuXG4vKiogVGhlIHdvcmtlciBmb3IgdGhlc2UgY2FsbHMsIG9uZSBmaWxlLiAqL1xuZXhwb3J0IGNvbnN0IFdPUktFUl9FTlRSSUVTID0geyAnanMtd29ya2VyJzogJ3NyYy9qcy93b3JrZXIvaW5kZXgudHMnIH07XG5cbi8qKlxuICogVGhlIGNhbGxzIGluIHRoZWlyIGZhc3Rlc3QgcGxhY2UuIFRoZXkgYXJlIHNtYWxsIHVudGlsIG9uZSBydW5zOiB0aGV5IGxvYWQgdGhlIGNvcmUsIG9yIHRoZSBjYWxscyB3aXRob3V0IGEgR1BVLCBhc1xuICogZmlsZXMgb2YgdGhlIHBhY2thZ2UuXG4gKi9cbmV4cG9ydCBjb25zdCBBVVRPX0VOVFJJRVMgPSB7IGF1dG86ICdzcmMvYXV0by9pbmRleC50cycgfTtcblxuLyoqIFRoZSBmaWxlIHRoYXQgYSB3b3JrZXIgb2YgYGpzLXdvcmtlcmAgcnVucy4gKi9cbmV4cG9ydCBjb25zdCBUSFJFQURfRU5UUklFUyA9IHsgJ2pzLXRocmVhZCc6ICdzcmMvanMvd29ya2VyL3RocmVhZC50cycgfTtcblxuLyoqIFRoZSBmaWxlcyBvZiB0aGUgcHJvZ3JhbS4gVGhleSBpbXBvcnQgZW50cmllcywgYW5kIGFyZSBubyBwYXJ0IG9mIGFueS4gKi9cbmNvbnN0IFBST0dSQU0gPSAvXmNsaVxcLy87XG5cbi8qKiBUaGUgcHJvZ3JhbSdzIGZpbGVzIGluIGBkaXN0YDogd2hhdCBgYmluYCBuYW1lcywgYW5kIHdoYXQgaXQgbG9hZHMuICovXG5leHBvcnQgY29uc3QgUFJPR1JBTV9FTlRSSUVTID0geyBjbGk6ICdzcmMvY2xpL2Jpbi50cycsICdjaHVua3MvY2xpJzogJ3NyYy9jbGkvbWFpbi50cycgfTtcblxuLyoqIEZpbGVzIHRoYXQgYmVsb25nIHRvIG9uZSBlbnRyeSBvbmx5LiBBbGwgb3RoZXIgZmlsZXMgYXJlIHRoZSBjb3JlLCB3aGljaCBhbGwgZW50cmllcyBzaGFyZS4gKi9cbmNvbnN0IE9ORV9FTlRSWSA9IC9eKD86aW5kZXhcXC50c3x0dW5lXFwvaW5kZXhcXC50c3woPzpub2RlfGN1YnxkcGN0fGFycm93fHBhcnRzKVxcLy4qKSQvO1xuXG4vKiogQSBwYXRoIHJlbGF0aXZlIHRvIGBzcmMvYCwgZm9yIGV4YW1wbGUgYHNvcnQvZ3B1LnRzYC4gKi9cbmV4cG9ydCBjb25zdCBmcm9tU3JjID0gKGZpbGU6IHN0cmluZykgPT4gcGF0aC5yZWxhdGl2ZShTUkMsIGZpbGUpLnNwbGl0KHBhdGguc2VwKS5qb2luKCcvJyk7XG5cbmNvbnN0IHJlYWQgPSAoZmlsZTogc3RyaW5nKSA9PiByZWFkRmlsZVN5bmMocGF0aC5qb2luKFNSQywgZmlsZSksICd1dGY4Jyk7XG5jb25zdCByZXNvbHZlZCA9IChmaWxlOiBzdHJpbmcsIHRhcmdldCA9ICcnKSA9PiBwYXRoLnBvc2l4LmpvaW4ocGF0aC5wb3NpeC5kaXJuYW1lKGZpbGUpLCB0YXJnZXQpO1xuXG5mdW5jdGlvbiBzb3VyY2VzKCk6IHN0cmluZ1tdIHtcbiAgY29uc3QgZmlsZXMgPSByZWFkZGlyU3luYyhTUkMsIHsgcmVjdXJzaXZlOiB0cnVlLCBlbmNvZGluZzogJ3V0ZjgnIH0pLm1hcCgoZmlsZSkgPT4gZmlsZS5zcGxpdChwYXRoLnNlcCkuam9pbignLycpKTtcbiAgcmV0dXJuIGZpbGVzLmZpbHRlcigoZmlsZSkgPT4gLyg/PCFcXC5kKVxcLnRzJC8udGVzdChmaWxlKSAmJiAhUFJPR1JBTS50ZXN0KGZpbGUpKS5zb3J0KCk7XG59XG5cbi8qKiBNYXRjaGVzIGFuIGBpbXBvcnQoKWAsIGJ1dCBub3Qgb25lIG9mIGEgdHlwZTogYGltcG9ydCgnLi9hLnRzJykuQWAuICovXG5leHBvcnQgY29uc3QgRFlOQU1JQyA9IC9cXGJpbXBvcnRcXCgnKFxcLlteJ10rKSdcXCkoPyFcXC5bQS1aXSkvZztcbi8qKiBNYXRjaGVzIGFuIGltcG9ydCBvciBhIHJlLWV4cG9ydCB0aGF0IGlzIG5vdCBvZiB0eXBlcyBvbmx5OiBpdHMgbmFtZXMgYW5kIGl0cyBmaWxlLiAqL1xuY29uc3QgU1RBVElDID0gL14oPzppbXBvcnR8ZXhwb3J0KSBcXHsoW159XSopXFx9IGZyb20gJyhcXC5bXiddKyknOy9nbTtcblxuLyoqIFRoZSBuYW1lcyBpbiBhbiBpbXBvcnQncyBicmFjZXMgdGhhdCBhcmUgbm90IHR5cGVzLiAqL1xuZnVuY3Rpb24gdmFsdWVzT2YobmFtZXM6IHN0cmluZyk6IHN0cmluZ1tdIHtcbiAgY29uc3QgYWxsID0gbmFtZXMuc3BsaXQoJywnKS5tYXAoKGVhY2gpID0+IGVhY2gudHJpbSgpLnJlcGxhY2UoLyBhcyAuKi8sICcnKSk7XG4gIHJldHVybiBhbGwuZmlsdGVyKChuYW1lKSA9PiBuYW1lICE9PSAnJyAmJiAhbmFtZS5zdGFydHNXaXRoKCd0eXBlICcpKTtcbn1cblxuZXhwb3J0IGNvbnN0IGlzSnMgPSAoZmlsZTogc3RyaW5nKSA9PiBmaWxlLnN0YXJ0c1dpdGgoJ2pzLycpO1xuXG4vKiogV2hhdCBoYXMgbW9kdWxlcyBvZiBpdHMgb3duIHRoYXQgY2FsbHMgbG9hZC4gKi9cbnR5cGUgTG9hZGluZyA9ICdjb3JlJyB8ICdqcycgfCAnYXV0byc7XG5cbmNvbnN0IGxvYWRpbmdPZiA9IChmaWxlOiBzdHJpbmcpOiBMb2FkaW5nID0+ICgvXihqc3xhdXRvKVxcLy8uZXhlYyhmaWxlKT8uWzFdIGFzIExvYWRpbmcgfCB1bmRlZmluZWQpID8/ICdjb3JlJztcblxuLyoqXG4gKiBUaGUgbW9kdWxlcyB0aGF0IGBpbXBvcnQoKWAgb2YgdGhlIGNvcmUgbG9hZHMsIG9yIG9mIGBqc2Agb3IgYGF1dG9gOiBgc29ydC9ncHVgIGZvciBgc3JjL3NvcnQvZ3B1LnRzYC4gRW50cmllcyBhcmVcbiAqIGxlZnQgb3V0LCBzaW5jZSB0aGV5IGFyZSBzZXBhcmF0ZSBmaWxlcyBpbiBhbnkgY2FzZS5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxhenlNb2R1bGVzKG9mOiBMb2FkaW5nID0gJ2NvcmUnKTogc3RyaW5nW10ge1xuICBjb25zdCBlbnRyaWVzOiBzdHJpbmdbXSA9IE9iamVjdC52YWx1ZXMoeyAuLi5FTlRSSUVTLCAuLi5KU19FTlRSSUVTLCAuLi5XT1JLRVJfRU5UUklFUyB9KTtcbiAgY29uc3QgbGF6eSA9IHNvdXJjZXMoKVxuICAgIC5maWx0ZXIoKGZpbGUpID0+IGxvYWRpbmdPZihmaWxlKSA9PT0gb2YpXG4gICAgLmZsYXRNYXAoKGZpbGUpID0+IEFycmF5LmZyb20ocmVhZChmaWxlKS5tYXRjaEFsbChEWU5BTUlDKSwgKFssIHRhcmdldF0pID0+IHJlc29sdmVkKGZpbGUsIHRhcmdldCkpKTtcbiAgcmV0dXJuIFsuLi5uZXcgU2V0KGxhenkpXVxuICAgIC5maWx0ZXIoKGZpbGUpID0+ICFlbnRyaWVzLmluY2x1ZGVzKGBzcmMvJHtmaWxlfWApKVxuICAgIC5tYXAoKGZpbGUpID0+IGZpbGUucmVwbGFjZSgvXFwudHMkLywgJycpKVxuICAgIC5zb3J0KCk7XG59XG5cbi8qKlxuICogSW4gdGhlIEVTTSBidWlsZCBlYWNoIG9mIHRoZXNlIG1vZHVsZXMgaXMgYSBmaWxlIG9mIHRoYXQgbmFtZSBpbiBgZGlzdC9jaHVua3NgLiBDb2RlIHRoYXQgc2V2ZXJhbCBuZWVkIGlzIGluXG4gKiBgc2hhcmVkLVx1MjAyNi5qc2AgbmV4dCB0byB0aGVtLlxuICovXG5leHBvcnQgZnVuY3Rpb24gbGF6eUVudHJpZXMob2Y6IExvYWRpbmcgPSAnY29yZScpOiBSZWNvcmQ8c3RyaW5nLCBzdHJpbmc+IHtcbiAgcmV0dXJuIE9iamVjdC5mcm9tRW50cmllcyhsYXp5TW9kdWxlcyhvZikubWFwKChuYW1lKSA9PiBbYGNodW5rcy8ke25hbWV9YCwgYHNyYy8ke25hbWV9LnRzYF0pKTtcbn1cblxuLyoqIFRoZSBmaWxlcyB3aXRoIGFuIGBpbXBvcnQoKWAgYW1vbmcgYSBtb2R1bGUncyBzdGF0aWMgaW1wb3J0cywgZWFjaCB3aXRoIGl0cyBjaGFpbiBvZiBpbXBvcnRzLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxvYWRlcnNVbmRlcihmaWxlOiBzdHJpbmcsIGNoYWluOiByZWFkb25seSBzdHJpbmdbXSA9IFtdLCBmb3VuZCA9IG5ldyBTZXQ8c3RyaW5nPigpKTogc3RyaW5nW10ge1xuICBpZiAoZm91bmQuaGFzKGZpbGUpIHx8ICFmaWxlLmVuZHNXaXRoKCcudHMnKSkgcmV0dXJuIFtdO1xuICBmb3VuZC5hZGQoZmlsZSk7XG4gIGNvbnN0IHRleHQgPSByZWFkKGZpbGUpO1xuICBjb25zdCBoZXJlID0gWy4uLmNoYWluLCBmaWxlXTtcbiAgY29uc3QgdXNlZCA9IEFycmF5LmZyb20odGV4dC5tYXRjaEFsbChTVEFUSUMpLCAoWywgbmFtZXMgPSAnJywgdGFyZ2V0XSkgPT5cbiAgICB2YWx1ZXNPZihuYW1lcykubGVuZ3RoID4gMCA/IFtyZXNvbHZlZChmaWxlLCB0YXJnZXQpXSA6IFtdLFxuICApO1xuICBjb25zdCBiZWxvdyA9IHVzZWQuZmxhdCgpLmZsYXRNYXAoKGVhY2gpID0+IGxvYWRlcnNVbmRlcihlYWNoLCBoZXJlLCBmb3VuZCkpO1xuICByZXR1cm4gWy4uLihBcnJheS5mcm9tKHRleHQubWF0Y2hBbGwoRFlOQU1JQykpLmxlbmd0aCA+IDAgPyBbaGVyZS5qb2luKCcgPiAnKV0gOiBbXSksIC4uLmJlbG93XTtcbn1cblxuLyoqIEFsbCBrZXJuZWxzLCByZWxhdGl2ZSB0byBgc3JjL2AuICovXG5mdW5jdGlvbiBrZXJuZWxGaWxlcygpOiBzdHJpbmdbXSB7XG4gIGNvbnN0IGZpbGVzID0gcmVhZGRpclN5bmMoV0dTTCwgeyByZWN1cnNpdmU6IHRydWUsIGVuY29kaW5nOiAndXRmOCcgfSkuZmlsdGVyKChmaWxlKSA9PiBmaWxlLmVuZHNXaXRoKCcud2dzbCcpKTtcbiAgcmV0dXJuIGZpbGVzLnNvcnQoKS5tYXAoKGZpbGUpID0+IHBhdGguam9pbignLi4vd2dzbCcsIGZpbGUpKTtcbn1cblxuaW50ZXJmYWNlIE1vZHVsZSB7XG4gIC8qKiBQYXRocyByZWxhdGl2ZSB0byBgc3JjL2A7IGtlcm5lbHMgYXJlIGAuLi93Z3NsL1x1MjAyNmAuICovXG4gIHJlYWRvbmx5IGltcG9ydHM6IHJlYWRvbmx5IHN0cmluZ1tdO1xuICAvKiogV2hldGhlciBpdCBoYXMgYW4gYGltcG9ydCgpYC4gKi9cbiAgcmVhZG9ubHkgbG9hZHM6IGJvb2xlYW47XG59XG5leHBvcnQgdHlwZSBHcmFwaCA9IFJlYWRvbmx5TWFwPHN0cmluZywgTW9kdWxlPjtcblxuLyoqIFRoZSBncmFwaCBvZiB0aGUgY29yZSBhbmQgb2YgdGhlIG1vZHVsZXMgdGhhdCBpdHMgY2FsbHMgbG9hZC4gKi9cbmV4cG9ydCBhc3luYyBmdW5jdGlvbiBncmFwaE9mKFxuICBidWlsZDogUGx1Z2luQnVpbGQsXG4gIGVudHJ5UG9pbnRzOiByZWFkb25seSBzdHJpbmdbXSA9IFsnaW5kZXgudHMnLCAuLi5sYXp5TW9kdWxlcygpLm1hcCgobmFtZSkgPT4gYCR7bmFtZX0udHNgKV0sXG4pOiBQcm9taXNlPEdyYXBoPiB7XG4gIGNvbnN0IHsgbWV0YWZpbGUgfSA9IGF3YWl0IGJ1aWxkLmVzYnVpbGQuYnVpbGQoe1xuICAgIGVudHJ5UG9pbnRzOiBlbnRyeVBvaW50cy5tYXAoKGZpbGUpID0+IHBhdGguam9pbihTUkMsIGZpbGUpKSxcbiAgICBwbHVnaW5zOiBidWlsZC5pbml0aWFsT3B0aW9ucy5wbHVnaW5zPy5maWx0ZXIoKHsgbmFtZSB9KSA9PiBuYW1lID09PSAnd2dzbC10ZXh0JykgPz8gW10sXG4gICAgLi4ueyBidW5kbGU6IHRydWUsIGZvcm1hdDogJ2VzbScsIG91dGRpcjogJ2Rpc3QnLCB3cml0ZTogZmFsc2UsIG1ldGFmaWxlOiB0cnVlLCBsb2dMZXZlbDogJ3NpbGVudCcgfSxcbiAgfSk7XG4gIHJldHVybiBuZXcgTWFwKFxuICAgIE9iamVjdC5lbnRyaWVzKG1ldGFmaWxlPy5pbnB1dHMgPz8ge30pLm1hcCgoW2ZpbGUsIHsgaW1wb3J0cyB9XSkgPT4ge1xuICAgICAgY29uc3Qgc3RhdGljSW1wb3J0cyA9IGltcG9ydHMuZmlsdGVyKCh7IGtpbmQgfSkgPT4ga2luZCA9PT0gJ2ltcG9ydC1zdGF0ZW1lbnQnKTtcbiAgICAgIGNvbnN0IGZvdW5kID0ge1xuICAgICAgICBpbXBvcnRzOiBzdGF0aWNJbXBvcnRzLm1hcCgoZWFjaCkgPT4gZnJvbVNyYyhwYXRoLnJlc29sdmUoZWFjaC5wYXRoKSkpLFxuICAgICAgICBsb2Fkczogc3RhdGljSW1wb3J0cy5sZW5ndGggPCBpbXBvcnRzLmxlbmd0aCxcbiAgICAgIH07XG4gICAgICByZXR1cm4gW2Zyb21TcmMocGF0aC5yZXNvbHZlKGZpbGUpKSwgZm91bmRdO1xuICAgIH0pLFxuICApO1xufVxuXG4vKiogQSBtb2R1bGUgYW5kIGFsbCBpdHMgc3RhdGljIGltcG9ydHMuICovXG5leHBvcnQgZnVuY3Rpb24gd2l0aEltcG9ydHMoZ3JhcGg6IEdyYXBoLCBmaWxlOiBzdHJpbmcsIGZvdW5kID0gbmV3IFNldDxzdHJpbmc+KCkpOiBTZXQ8c3RyaW5nPiB7XG4gIGlmIChmb3VuZC5oYXMoZmlsZSkpIHJldHVybiBmb3VuZDtcbiAgZm91bmQuYWRkKGZpbGUpO1xuICBmb3IgKGNvbnN0IGVhY2ggb2YgZ3JhcGguZ2V0KGZpbGUpPy5pbXBvcnRzID8/IFtdKSB3aXRoSW1wb3J0cyhncmFwaCwgZWFjaCwgZm91bmQpO1xuICByZXR1cm4gZm91bmQ7XG59XG5cbi8qKiBUaGUgbW9kdWxlcyB0aGF0IHRoZSBmaXJzdCBjYWxsIG9uIGEgR1BVIGxvYWRzLiAqL1xuY29uc3QgRklSU1QgPSBbJ3NvcnQvZ3B1LnRzJywgJ3JlZHVjZS9ncHUudHMnXTtcblxuLyoqIFRoZSBtb2R1bGVzIHRoYXQgc29ydCBvbiBhIEdQVS4gV2hhdCBvbmx5IHRoZXkgc2hhcmUgaXMgaW4gYSBmaWxlIG9mIGl0cyBvd24uIEEgcGFnZSBsb2FkcyBpdCB3aXRoIGl0cyBmaXJzdCBzb3J0LiAqL1xuY29uc3QgU09SVElORyA9IFtcbiAgJ3NvcnQvZ3B1LnRzJyxcbiAgJ3NvcnQvYWNyb3NzLnRzJyxcbiAgJ3NvcnQvYmxvY2tzLnRzJyxcbiAgJ3NvcnQvbG9va19iYWNrLnRzJyxcbiAgJ3NlbGVjdC9ncHUudHMnLFxuICAnc2VsZWN0L2FwcGVuZGluZy50cycsXG5dO1xuXG4vKiogVGhlIGZpbGVzIHRoYXQgbG9hZCBhbiBvcGVyYXRpb246IHdoZXJlIGEgcGFnZSBtYXkgZG8gd2l0aG91dCBpdCwgaXQgbXVzdCBkbyB3aXRob3V0IHRoZXNlLiAqL1xuY29uc3QgTE9BRFNfT1BFUkFUSU9OID0gL14oPzpzb3J0fHJlZHVjZXxzZWdtZW50ZWRfc2NhbnxzZWxlY3R8Z3JvdXB8b3BlcmF0b3JzKVxcLy87XG5cbi8qKlxuICogRmlsZXMgdGhhdCBhIHBhZ2Ugb24gYSBHUFUgYWx3YXlzIGhhcyBsb2FkZWQgYnkgaXRzIGZpcnN0IGNhbGwsIGFuZCB0aGF0IHNldmVyYWwgbW9kdWxlcyB1c2UuIE5vbmUgb2YgdGhlbSBtYXkgbG9hZCBhblxuICogb3BlcmF0aW9uIHdpdGggYGltcG9ydCgpYC4gSXRzIG1vZHVsZXMgdXNlIGZpbGVzIG9mIHRoZSBiYXNlLCBhbmQgUm9sbGRvd24ga2VlcHMgc3VjaCBhIGN5Y2xlIGV2ZW4gaWYgbm8gY2FsbCB0byBpdFxuICogcmVtYWlucy4gV2hhdCBlbHNlIGlzIGxvYWRlZCwgc3VjaCBhcyBjaGVja3Mgb2YgYSB0dW5pbmcsIHN0YXlzIGEgZmlsZSB0aGF0IHRoZSBwYWdlIGRvZXMgbm90IGxvYWQuXG4gKi9cbmZ1bmN0aW9uIGJhc2VPZihncmFwaDogR3JhcGgpOiBzdHJpbmdbXSB7XG4gIGNvbnN0IGNvcmUgPSB3aXRoSW1wb3J0cyhncmFwaCwgJ2luZGV4LnRzJyk7XG4gIGNvbnN0IGxhenkgPSBsYXp5TW9kdWxlcygpLm1hcCgobmFtZSkgPT4gKHsgbmFtZTogYCR7bmFtZX0udHNgLCBmaWxlczogd2l0aEltcG9ydHMoZ3JhcGgsIGAke25hbWV9LnRzYCkgfSkpO1xuICByZXR1cm4gWy4uLmdyYXBoLmtleXMoKV0uZmlsdGVyKChmaWxlKSA9PiB7XG4gICAgY29uc3QgdXNlcnMgPSBsYXp5LmZpbHRlcigoeyBmaWxlcyB9KSA9PiBmaWxlcy5oYXMoZmlsZSkpO1xuICAgIGNvbnN0IGlzT2ZTb3J0cyA9IHVzZXJzLmV2ZXJ5KCh7IG5hbWUgfSkgPT4gU09SVElORy5pbmNsdWRlcyhuYW1lKSk7XG4gICAgY29uc3QgaXNTaGFyZWQgPSB1c2Vycy5sZW5ndGggPiAxICYmIHVzZXJzLnNvbWUoKHsgbmFtZSB9KSA9PiBGSVJTVC5pbmNsdWRlcyhuYW1lKSkgJiYgIWlzT2ZTb3J0cztcbiAgICBjb25zdCBsb2FkcyA9IFsuLi53aXRoSW1wb3J0cyhncmFwaCwgZmlsZSldLnNvbWUoKGVhY2gpID0+IGdyYXBoLmdldChlYWNoKT8ubG9hZHMgJiYgTE9BRFNfT1BFUkFUSU9OLnRlc3QoZWFjaCkpO1xuICAgIHJldHVybiAhbG9hZHMgJiYgKGlzU2hhcmVkIHx8IChjb3JlLmhhcyhmaWxlKSAmJiB1c2Vycy5sZW5ndGggPiAwKSk7XG4gIH0pO1xufVxuXG5leHBvcnQgY29uc3QgaW1wb3J0cyA9IChmaWxlczogcmVhZG9ubHkgc3RyaW5nW10pID0+XG4gIGZpbGVzLm1hcCgoZmlsZSkgPT4gYGltcG9ydCAke0pTT04uc3RyaW5naWZ5KHBhdGguam9pbihTUkMsIGZpbGUpKX07YCkuam9pbignICcpO1xuXG4vKipcbiAqIFNwbGl0cyB0aGUgRVNNIGJ1aWxkLiBFYWNoIGVudHJ5IGFuZCBlYWNoIG1vZHVsZSB0aGF0IGNhbGxzIGxvYWQgaGFzIG9uZSBmaWxlOyBvbmUgbW9yZSBob2xkcyB3aGF0IHRoZXNlIHNoYXJlIHdpdGhcbiAqIHRoZSBjb3JlLiBBIGJ1bmRsZXIgam9pbnMgYWxsIGZpbGVzIHRoYXQgdGhlIHNhbWUgcGFydHMgb2YgYW4gYXBwIHVzZSBpbnRvIG9uZSBzY3JpcHQuIE1hbnkgc21hbGwgZmlsZXMsIGVhY2ggd2l0aFxuICogZGlmZmVyZW50IHVzZXJzLCB3b3VsZCBiZWNvbWUgYXMgbWFueSBzY3JpcHRzLiBDb21wcmVzc2VkIG9uZSBieSBvbmUsIHRoZXNlIHRha2UgMiBrQiBtb3JlLiBXaXRoaW4gYSBmaWxlIGtlcm5lbHNcbiAqIGNvbWUgZmlyc3Q6IHRleHRzIG5leHQgdG8gdGV4dHMgYW5kIGNvZGUgbmV4dCB0byBjb2RlIGNvbXByZXNzIHRvIDAuMyB0byAwLjUga0IgbGVzcy5cbiAqL1xuZXhwb3J0IGNvbnN0IHNwbGl0Q29yZTogUGx1Z2luID0ge1xuICBuYW1lOiAnc3BsaXQtY29yZScsXG4gIGFzeW5jIHNldHVwKGJ1aWxkKSB7XG4gICAgY29uc3QgbGF6eSA9IGxhenlFbnRyaWVzKCk7XG4gICAgYnVpbGQuaW5pdGlhbE9wdGlvbnMuZW50cnlQb2ludHMgPSB7IC4uLkVOVFJJRVMsIC4uLmxhenkgfTtcbiAgICBidWlsZC5pbml0aWFsT3B0aW9ucy5jaHVua05hbWVzID0gJ2NodW5rcy9zaGFyZWQtW2hhc2hdJztcbiAgICBjb25zdCBncmFwaCA9IGF3YWl0IGdyYXBoT2YoYnVpbGQpO1xuICAgIGNvbnN0IGJhc2UgPSBiYXNlT2YoZ3JhcGgpO1xuICAgIGNvbnN0IHVzZXJzID0gbmV3IFNldChbLi4uT2JqZWN0LnZhbHVlcyhFTlRSSUVTKSwgLi4uT2JqZWN0LnZhbHVlcyhsYXp5KV0pO1xuICAgIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogL1xcLnRzJC8gfSwgKHsgcGF0aDogZmlsZSB9KSA9PiB7XG4gICAgICBjb25zdCBuYW1lID0gZnJvbVNyYyhmaWxlKTtcbiAgICAgIGlmICghdXNlcnMuaGFzKGBzcmMvJHtuYW1lfWApKSByZXR1cm4gdW5kZWZpbmVkO1xuICAgICAgY29uc3Qga2VybmVscyA9IFsuLi53aXRoSW1wb3J0cyhncmFwaCwgZ3JhcGguaGFzKG5hbWUpID8gbmFtZSA6ICdpbmRleC50cycpXS5maWx0ZXIoKGVhY2gpID0+XG4gICAgICAgIGVhY2guZW5kc1dpdGgoJy53Z3NsJyksXG4gICAgICApO1xuICAgICAgLy8gVGhlIGltcG9ydHMgZ28gaW50byB0aGUgZmlyc3QgbGluZSwgc28gdGhhdCBsaW5lIG51bWJlcnMgZG8gbm90IGNoYW5nZS5cbiAgICAgIGNvbnN0IHRleHQgPSBzcXVlZXplZFRlbXBsYXRlcyhyZWFkRmlsZVN5bmMoZmlsZSwgJ3V0ZjgnKSk7XG4gICAgICByZXR1cm4geyBjb250ZW50czogYCR7aW1wb3J0cyhbLi4ua2VybmVscywgLi4uYmFzZV0pfSAke3RleHR9YCwgbG9hZGVyOiAndHMnIH07XG4gICAgfSk7XG4gIH0sXG59O1xuXG4vKiogVGhlIGZpbGUgb2YgZWFjaCBuYW1lIHRoYXQgZW50cmllcyBpbXBvcnQgZnJvbSB0aGUgY29yZS4gQSBuYW1lIG11c3Qgbm90IHN0YW5kIGZvciB0d28gdGhpbmdzLiAqL1xuZnVuY3Rpb24gc2hhcmVkTmFtZXMoKTogTWFwPHN0cmluZywgc3RyaW5nPiB7XG4gIGNvbnN0IHNoYXJlZCA9IG5ldyBNYXA8c3RyaW5nLCBzdHJpbmc+KCk7XG4gIGZvciAoY29uc3QgZmlsZSBvZiBzb3VyY2VzKCkuZmlsdGVyKChmaWxlKSA9PiBPTkVfRU5UUlkudGVzdChmaWxlKSkpIHtcbiAgICBmb3IgKGNvbnN0IFssIG5hbWVzID0gJycsIHRhcmdldF0gb2YgcmVhZChmaWxlKS5tYXRjaEFsbChTVEFUSUMpKSB7XG4gICAgICBjb25zdCBmcm9tID0gcmVzb2x2ZWQoZmlsZSwgdGFyZ2V0KTtcbiAgICAgIGlmIChPTkVfRU5UUlkudGVzdChmcm9tKSkgY29udGludWU7XG4gICAgICBmb3IgKGNvbnN0IG5hbWUgb2YgdmFsdWVzT2YobmFtZXMpKSB7XG4gICAgICAgIGNvbnN0IG90aGVyID0gc2hhcmVkLmdldChuYW1lKSA/PyBmcm9tO1xuICAgICAgICBpZiAob3RoZXIgIT09IGZyb20pXG4gICAgICAgICAgdGhyb3cgbmV3IEVycm9yKGBlbnRyaWVzIGltcG9ydCAnJHtuYW1lfScgb2YgJHtvdGhlcn0gYW5kIG9mICR7ZnJvbX06IG9uZSBuZWVkcyBhbm90aGVyIG5hbWVgKTtcbiAgICAgICAgc2hhcmVkLnNldChuYW1lLCBmcm9tKTtcbiAgICAgIH1cbiAgICB9XG4gIH1cbiAgcmV0dXJuIHNoYXJlZDtcbn1cblxuLyoqXG4gKiBHaXZlcyBhbGwgQ29tbW9uSlMgZW50cmllcyBvbmUgY29weSBvZiB0aGUgY29yZS4gYGludGVybmFsLmNqc2AgZXhwb3J0cyB3aGF0IHRoZXkgaW1wb3J0IGZyb20gaXQsIGFuZCB0aGV5IHJlcXVpcmVcbiAqIGl0LiBTbyBldmVyeSBlbnRyeSBoYXMgdGhlIHNhbWUgY2xhc3Nlcy5cbiAqL1xuZXhwb3J0IGNvbnN0IHNoYXJlZENvcmU6IFBsdWdpbiA9IHtcbiAgbmFtZTogJ3NoYXJlZC1jb3JlJyxcbiAgc2V0dXAoYnVpbGQpIHtcbiAgICBidWlsZC5pbml0aWFsT3B0aW9ucy5lbnRyeVBvaW50cyA9IHsgLi4uRU5UUklFUywgaW50ZXJuYWw6ICdzaGFyZWQtY29yZScgfTtcbiAgICBidWlsZC5vblJlc29sdmUoeyBmaWx0ZXI6IC9ec2hhcmVkLWNvcmUkLyB9LCAoKSA9PiAoeyBwYXRoOiAnaW50ZXJuYWwnLCBuYW1lc3BhY2U6ICdzaGFyZWQtY29yZScgfSkpO1xuICAgIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogLy4qLywgbmFtZXNwYWNlOiAnc2hhcmVkLWNvcmUnIH0sICgpID0+ICh7XG4gICAgICBjb250ZW50czogW1xuICAgICAgICAvLyBLZXJuZWxzIGNvbWUgZmlyc3QsIGZvbGRlciBieSBmb2xkZXIuIFRoZSBmaWxlIGNvbXByZXNzZXMgdG8gNiBrQiBsZXNzLlxuICAgICAgICBpbXBvcnRzKGtlcm5lbEZpbGVzKCkpLFxuICAgICAgICAuLi5BcnJheS5mcm9tKHNoYXJlZE5hbWVzKCksIChbbmFtZSwgZmlsZV0pID0+IGBleHBvcnQgeyAke25hbWV9IH0gZnJvbSAnLi8ke2ZpbGV9JztgKSxcbiAgICAgIF0uam9pbignXFxuJyksXG4gICAgICByZXNvbHZlRGlyOiBTUkMsXG4gICAgfSkpO1xuICAgIGJ1aWxkLm9uUmVzb2x2ZSh7IGZpbHRlcjogL15cXC5cXC4/XFwvLywgbmFtZXNwYWNlOiAnZmlsZScgfSwgKHsgcGF0aDogdGFyZ2V0LCBpbXBvcnRlciwgcmVzb2x2ZURpciB9KSA9PiB7XG4gICAgICBjb25zdCBpc1NoYXJlZCA9IE9ORV9FTlRSWS50ZXN0KGZyb21TcmMoaW1wb3J0ZXIpKSAmJiAhT05FX0VOVFJZLnRlc3QoZnJvbVNyYyhwYXRoLnJlc29sdmUocmVzb2x2ZURpciwgdGFyZ2V0KSkpO1xuICAgICAgcmV0dXJuIGlzU2hhcmVkID8geyBwYXRoOiAnLi9pbnRlcm5hbC5janMnLCBleHRlcm5hbDogdHJ1ZSB9IDogdW5kZWZpbmVkO1xuICAgIH0pO1xuICB9LFxufTtcblxuLyoqIE1ha2VzIGltcG9ydHMgb2YgYnVpbHQgZW50cmllcyB0aG9zZSBvZiB0aGVpciBmaWxlcy4gYGZvbGRlck9mYDogdGhlIGZvbGRlciBpbiBgZGlzdGAgb2YgYSBzb3VyY2UncyBvdXRwdXQuICovXG5mdW5jdGlvbiBpbXBvcnRFbnRyaWVzKFxuICBidWlsZDogUGx1Z2luQnVpbGQsXG4gIGVudHJpZXM6IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHN0cmluZz4+LFxuICBmb2xkZXJPZjogKGltcG9ydGVyOiBzdHJpbmcpID0+IHN0cmluZyxcbiAgZW5kID0gJ2pzJyxcbik6IHZvaWQge1xuICBjb25zdCBidWlsdCA9IG5ldyBNYXAoT2JqZWN0LmVudHJpZXMoZW50cmllcykubWFwKChbbmFtZSwgZmlsZV0pID0+IFtmcm9tU3JjKHBhdGgucmVzb2x2ZShmaWxlKSksIG5hbWVdKSk7XG4gIGJ1aWxkLm9uUmVzb2x2ZSh7IGZpbHRlcjogL15cXC5cXC4/XFwvLywgbmFtZXNwYWNlOiAnZmlsZScgfSwgKHsgcGF0aDogdGFyZ2V0LCBpbXBvcnRlciwgcmVzb2x2ZURpciwga2luZCB9KSA9PiB7XG4gICAgaWYgKGtpbmQgPT09ICdlbnRyeS1wb2ludCcpIHJldHVybiB1bmRlZmluZWQ7XG4gICAgY29uc3QgbmFtZSA9IGJ1aWx0LmdldChmcm9tU3JjKHBhdGgucmVzb2x2ZShyZXNvbHZlRGlyLCB0YXJnZXQpKSk7XG4gICAgaWYgKG5hbWUgPT09IHVuZGVmaW5lZCkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgICBjb25zdCBmaWxlID0gcGF0aC5wb3NpeC5yZWxhdGl2ZShmb2xkZXJPZihmcm9tU3JjKGltcG9ydGVyKSksIGAke25hbWV9LiR7ZW5kfWApO1xuICAgIHJldHVybiB7IHBhdGg6IGZpbGUuc3RhcnRzV2l0aCgnLicpID8gZmlsZSA6IGAuLyR7ZmlsZX1gLCBleHRlcm5hbDogdHJ1ZSB9O1xuICB9KTtcbn1cblxuLyoqIFRoZSBwcm9ncmFtIGltcG9ydHMgYnVpbHQgZW50cmllcywgc28gdGhhdCBpdCBoYXMgdGhlIHNhbWUgY2xhc3NlcyBhcyB0aGV5IGhhdmUuICovXG5leHBvcnQgY29uc3QgcHJvZ3JhbUVudHJpZXM6IFBsdWdpbiA9IHtcbiAgbmFtZTogJ3Byb2dyYW0tZW50cmllcycsXG4gIHNldHVwKGJ1aWxkKSB7XG4gICAgY29uc3QgYmluID0gZnJvbVNyYyhwYXRoLnJlc29sdmUoUFJPR1JBTV9FTlRSSUVTLmNsaSkpO1xuICAgIGltcG9ydEVudHJpZXMoYnVpbGQsIHsgLi4uRU5UUklFUywgLi4uQVVUT19FTlRSSUVTLCAuLi5QUk9HUkFNX0VOVFJJRVMgfSwgKGltcG9ydGVyKSA9PlxuICAgICAgaW1wb3J0ZXIgPT09IGJpbiA/ICcuJyA6ICdjaHVua3MnLFxuICAgICk7XG4gIH0sXG59O1xuXG4vKiogQ2FsbHMgaW4gYSBwbGFjZSBsb2FkIGJ1aWx0IGVudHJpZXMuIFRoZSBDb21tb25KUyBidWlsZCBpcyBvbmUgZmlsZSwgYW5kIGxvYWRzIHRoZWlyIENvbW1vbkpTIGZpbGVzLiAqL1xuZXhwb3J0IGNvbnN0IGF1dG9FbnRyaWVzOiBQbHVnaW4gPSB7XG4gIG5hbWU6ICdhdXRvLWVudHJpZXMnLFxuICBzZXR1cChidWlsZCkge1xuICAgIGNvbnN0IGlzRXNtID0gYnVpbGQuaW5pdGlhbE9wdGlvbnMuZm9ybWF0ID09PSAnZXNtJztcbiAgICBpZiAoaXNFc20pIGJ1aWxkLmluaXRpYWxPcHRpb25zLmVudHJ5UG9pbnRzID0geyAuLi5BVVRPX0VOVFJJRVMsIC4uLmxhenlFbnRyaWVzKCdhdXRvJykgfTtcbiAgICBidWlsZC5pbml0aWFsT3B0aW9ucy5jaHVua05hbWVzID0gJ2NodW5rcy9zaGFyZWQtW2hhc2hdJztcbiAgICBjb25zdCBvdGhlcnMgPSB7IC4uLkVOVFJJRVMsIC4uLkpTX0VOVFJJRVMsIC4uLldPUktFUl9FTlRSSUVTIH07XG4gICAgaW1wb3J0RW50cmllcyhidWlsZCwgb3RoZXJzLCAoKSA9PiAoaXNFc20gPyAnY2h1bmtzL2F1dG8nIDogJy4nKSwgaXNFc20gPyAnanMnIDogJ2NqcycpO1xuICB9LFxufTtcbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL3d0L3NlbGVjdC9idWlsZC93Z3NsLXRlbXBsYXRlcy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL3dnc2wtdGVtcGxhdGVzLnRzXCI7aW1wb3J0IHRzIGZyb20gJ3R5cGVzY3JpcHQnO1xuaW1wb3J0IHsgd2l0aG91dENvbW1lbnRzLCB3aXRob3V0U3BhY2VzIH0gZnJvbSAnLi93Z3NsLXRleHQudHMnO1xuXG4vKipcbiAqIFBsYWNlaG9sZGVycyBmb3IgYSBgJHtcdTIwMjZ9YCwgYW5kIGZvciBhIHNwYWNlIG5leHQgdG8gb25lIHRoYXQgc3RheXMuIFRoZXkgb2NjdXIgaW4gbm8gV0dTTCBhbmQgYXJlIG5vdCB3b3JkIGNoYXJhY3RlcnMuXG4gKi9cbmNvbnN0IFtIT0xFLCBTUEFDRV0gPSBbJ1xcdUUwMDAnLCAnXFx1RTAwMSddO1xuXG4vKiogU2lnbnMgdGhhdCBuZWVkIG5vIHNwYWNlcyBhcm91bmQgdGhlbS4gKi9cbmNvbnN0IFNFUEFSQVRPUlMgPSAvWygpW1xcXXt9LDs6XS87XG5cbi8qKlxuICogVGhlIGxpdGVyYWwgcGFydHMgb2YgYSB0ZW1wbGF0ZSBvZiBXR1NMLCB3aXRob3V0IGNvbW1lbnRzIGFuZCBuZWVkbGVzcyBzcGFjZXMuIExpbmUgYnJlYWtzIHN0YXkuIEEgYCR7XHUyMDI2fWAgbWF5IGhvbGQgYVxuICogd29yZCwgYW4gb3BlcmF0b3Igb3Igbm90aGluZy4gU28gYSBzcGFjZSBuZXh0IHRvIGl0IHN0YXlzLCB1bmxlc3MgdGhlIHNpZ24gb24gdGhlIG90aGVyIHNpZGUgaXMgYSBzZXBhcmF0b3IuXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBzcXVlZXplZFRleHRzKHBhcnRzOiByZWFkb25seSBzdHJpbmdbXSk6IHN0cmluZ1tdIHtcbiAgaWYgKHBhcnRzLnNvbWUoKHBhcnQpID0+IHBhcnQuaW5jbHVkZXMoJ1xcXFwnKSkpXG4gICAgdGhyb3cgbmV3IEVycm9yKCdhIHdnc2xgXHUyMDI2YCB0ZXh0IGhhcyBhIGJhY2tzbGFzaDogd3JpdGUgdGhlIHNpZ24gaXRzZWxmJyk7XG4gIGNvbnN0IHdob2xlID0gd2l0aG91dENvbW1lbnRzKHBhcnRzLmpvaW4oSE9MRSkpO1xuICBpZiAod2hvbGUuc3BsaXQoSE9MRSkubGVuZ3RoICE9PSBwYXJ0cy5sZW5ndGgpIHRocm93IG5ldyBFcnJvcignYSB2YWx1ZSBzdGFuZHMgaW4gYSBjb21tZW50IG9mIGEgd2dzbGBcdTIwMjZgIHRleHQnKTtcbiAgY29uc3Qgc3BhY2VGb3IgPSAobmVpZ2hib3VyOiBzdHJpbmcpID0+IChTRVBBUkFUT1JTLnRlc3QobmVpZ2hib3VyKSA/ICcnIDogU1BBQ0UpO1xuICBjb25zdCByZXN0ID0gKGxpbmU6IHN0cmluZykgPT5cbiAgICBsaW5lXG4gICAgICAudHJpbSgpXG4gICAgICAucmVwbGFjZSgvKFteXFxzXFx1RTAwMF0pWyBcXHRdKyg/PVxcdUUwMDApL2csIChfLCBiZWZvcmU6IHN0cmluZykgPT4gYmVmb3JlICsgc3BhY2VGb3IoYmVmb3JlKSlcbiAgICAgIC5yZXBsYWNlKC9cXHVFMDAwWyBcXHRdKyg/PShcXFMpKS9nLCAoXywgYmVoaW5kOiBzdHJpbmcpID0+IEhPTEUgKyBzcGFjZUZvcihiZWhpbmQpKTtcbiAgY29uc3Qgc3F1ZWV6ZWQgPSB3aXRob3V0U3BhY2VzKHdob2xlLnNwbGl0KCdcXG4nKS5tYXAocmVzdCkuam9pbignXFxuJykpO1xuICByZXR1cm4gc3F1ZWV6ZWQucmVwbGFjZUFsbChTUEFDRSwgJyAnKS5zcGxpdChIT0xFKTtcbn1cblxuLyoqIFRoZSBsaXRlcmFsIHBhcnRzIG9mIGEgdGVtcGxhdGUsIGFzIG5vZGVzIG9mIGl0cyBzb3VyY2UuICovXG5mdW5jdGlvbiBsaXRlcmFsc09mKHRlbXBsYXRlOiB0cy5UZW1wbGF0ZUxpdGVyYWwpOiAodHMuVGVtcGxhdGVMaXRlcmFsTGlrZU5vZGUgfCB0cy5Ob1N1YnN0aXR1dGlvblRlbXBsYXRlTGl0ZXJhbClbXSB7XG4gIGlmICh0cy5pc05vU3Vic3RpdHV0aW9uVGVtcGxhdGVMaXRlcmFsKHRlbXBsYXRlKSkgcmV0dXJuIFt0ZW1wbGF0ZV07XG4gIHJldHVybiBbdGVtcGxhdGUuaGVhZCwgLi4udGVtcGxhdGUudGVtcGxhdGVTcGFucy5tYXAoKHsgbGl0ZXJhbCB9KSA9PiBsaXRlcmFsKV07XG59XG5cbi8qKiBBIFR5cGVTY3JpcHQgc291cmNlIHdob3NlIHRlbXBsYXRlcyB3aXRoIHRoZSB0YWcgYHdnc2xgIChzcmMvcGxhbi9saW5rLnRzKSBhcmUgc3F1ZWV6ZWQgbGlrZSBgLndnc2xgIGZpbGVzLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHNxdWVlemVkVGVtcGxhdGVzKHNvdXJjZTogc3RyaW5nKTogc3RyaW5nIHtcbiAgaWYgKCFzb3VyY2UuaW5jbHVkZXMoJ3dnc2xgJykpIHJldHVybiBzb3VyY2U7XG4gIGNvbnN0IGZpbGUgPSB0cy5jcmVhdGVTb3VyY2VGaWxlKCdzb3VyY2UudHMnLCBzb3VyY2UsIHRzLlNjcmlwdFRhcmdldC5MYXRlc3QpO1xuICBjb25zdCBlZGl0czogeyBiZWdpbjogbnVtYmVyOyBlbmQ6IG51bWJlcjsgdGV4dDogc3RyaW5nIH1bXSA9IFtdO1xuICBjb25zdCB2aXNpdCA9IChub2RlOiB0cy5Ob2RlKSA9PiB7XG4gICAgaWYgKHRzLmlzVGFnZ2VkVGVtcGxhdGVFeHByZXNzaW9uKG5vZGUpICYmIG5vZGUudGFnLmdldFRleHQoZmlsZSkgPT09ICd3Z3NsJykge1xuICAgICAgY29uc3QgcmFuZ2VzID0gbGl0ZXJhbHNPZihub2RlLnRlbXBsYXRlKS5tYXAoKGxpdGVyYWwpID0+IHtcbiAgICAgICAgY29uc3QgdGV4dCA9IGxpdGVyYWwuZ2V0VGV4dChmaWxlKTtcbiAgICAgICAgY29uc3QgY2xvc2luZyA9IHRleHQuZW5kc1dpdGgoJyR7JykgPyAyIDogMTtcbiAgICAgICAgcmV0dXJuIHsgYmVnaW46IGxpdGVyYWwuZ2V0U3RhcnQoZmlsZSkgKyAxLCBlbmQ6IGxpdGVyYWwuZ2V0RW5kKCkgLSBjbG9zaW5nIH07XG4gICAgICB9KTtcbiAgICAgIGNvbnN0IHRleHRzID0gc3F1ZWV6ZWRUZXh0cyhyYW5nZXMubWFwKCh7IGJlZ2luLCBlbmQgfSkgPT4gc291cmNlLnNsaWNlKGJlZ2luLCBlbmQpKSk7XG4gICAgICByYW5nZXMuZm9yRWFjaCgocmFuZ2UsIGkpID0+IHtcbiAgICAgICAgZWRpdHMucHVzaCh7IC4uLnJhbmdlLCB0ZXh0OiB0ZXh0c1tpXSBhcyBzdHJpbmcgfSk7XG4gICAgICB9KTtcbiAgICB9XG4gICAgdHMuZm9yRWFjaENoaWxkKG5vZGUsIHZpc2l0KTtcbiAgfTtcbiAgdmlzaXQoZmlsZSk7XG4gIGxldCBzcXVlZXplZCA9ICcnO1xuICBsZXQgYXQgPSAwO1xuICBmb3IgKGNvbnN0IHsgYmVnaW4sIGVuZCwgdGV4dCB9IG9mIGVkaXRzLnNvcnQoKGEsIGIpID0+IGEuYmVnaW4gLSBiLmJlZ2luKSkge1xuICAgIHNxdWVlemVkICs9IHNvdXJjZS5zbGljZShhdCwgYmVnaW4pICsgdGV4dDtcbiAgICBhdCA9IGVuZDtcbiAgfVxuICByZXR1cm4gc3F1ZWV6ZWQgKyBzb3VyY2Uuc2xpY2UoYXQpO1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL3dnc2wtdGV4dC50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL3dnc2wtdGV4dC50c1wiO2ltcG9ydCB7IHJlYWRGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHBhdGggZnJvbSAnbm9kZTpwYXRoJztcbmltcG9ydCB7XG4gIG5hbWVPZixcbiAgcHJpdmF0ZU5hbWVzLFxuICByZWFkTGlicmFyeSxcbiAgV0dTTF9GT0xERVIsXG4gIHR5cGUgV2dzbEZpbGUsXG4gIHR5cGUgV2dzbFBhcnQsXG4gIHdnc2xGaWxlLFxufSBmcm9tICcuL3dnc2wtZmlsZXMudHMnO1xuXG4vKipcbiAqIE1hdGNoZXMgYSBjb21tZW50IHdpdGggdGhlIHNwYWNlcyBiZWZvcmUgaXQuIFdHU0wncyBibG9jayBjb21tZW50cyBuZXN0LiBUaGUgbGlicmFyeSdzIGRvIG5vdCwgYW5kIHRlc3RzIGNoZWNrIHRoaXMuXG4gKi9cbmNvbnN0IENPTU1FTlQgPSAvWyBcXHRdKig/OlxcL1xcL1teXFxuXSp8XFwvXFwqW1xcc1xcU10qP1xcKlxcLykvZztcblxuLyoqIEEgYC53Z3NsYCB0ZXh0IHdpdGhvdXQgY29tbWVudHMuIExpbmUgYnJlYWtzIHN0YXksIHNvIHRoYXQgYSBjb21waWxlcidzIGxpbmUgbnVtYmVyIGlzIHRoZSBmaWxlJ3MuICovXG5leHBvcnQgZnVuY3Rpb24gd2l0aG91dENvbW1lbnRzKHdnc2w6IHN0cmluZyk6IHN0cmluZyB7XG4gIHJldHVybiB3Z3NsLnJlcGxhY2UoQ09NTUVOVCwgKGNvbW1lbnQpID0+IGNvbW1lbnQucmVwbGFjZSgvW15cXG5dL2csICcnKSk7XG59XG5cbmNvbnN0IGlzV29yZCA9IChzaWduOiBzdHJpbmcpID0+IC9cXHcvLnRlc3Qoc2lnbik7XG5jb25zdCBpc09wZXJhdG9yID0gKHNpZ246IHN0cmluZykgPT4gL1stKyovJSZ8Xj08PiFdLy50ZXN0KHNpZ24pO1xuXG4vKiogQSB0ZXh0IHdpdGhvdXQgbmVlZGxlc3Mgc3BhY2VzLiBBIHNwYWNlIHN0YXlzIGJldHdlZW4gdHdvIHdvcmRzIGFuZCBiZXR3ZWVuIHR3byBvcGVyYXRvcnMuIExpbmUgYnJlYWtzIHN0YXkuICovXG5leHBvcnQgZnVuY3Rpb24gd2l0aG91dFNwYWNlcyh3Z3NsOiBzdHJpbmcpOiBzdHJpbmcge1xuICBjb25zdCBzcXVlZXplZCA9IChsaW5lOiBzdHJpbmcpID0+XG4gICAgbGluZVxuICAgICAgLnRyaW0oKVxuICAgICAgLnJlcGxhY2UoLyhcXFMpXFxzKyg/PShcXFMpKS9nLCAoXywgYTogc3RyaW5nLCBiOiBzdHJpbmcpID0+XG4gICAgICAgIChpc1dvcmQoYSkgJiYgaXNXb3JkKGIpKSB8fCAoaXNPcGVyYXRvcihhKSAmJiBpc09wZXJhdG9yKGIpKSA/IGAke2F9IGAgOiBhLFxuICAgICAgKTtcbiAgcmV0dXJuIHdnc2wuc3BsaXQoJ1xcbicpLm1hcChzcXVlZXplZCkuam9pbignXFxuJyk7XG59XG5cbi8qKiBBIHRleHQgb2YgYSBgLndnc2xgIGZpbGUgYXMgaXQgc2hpcHMuICovXG5leHBvcnQgY29uc3Qgc2hpcHBlZFRleHQgPSAod2dzbDogc3RyaW5nKSA9PiB3aXRob3V0U3BhY2VzKHdpdGhvdXRDb21tZW50cyh3Z3NsKSk7XG5cbi8qKiBXaGF0IHRoZSBidWlsZCBrbm93cyBvZiBhbGwgZmlsZXMsIHJlYWQgb25jZS4gSXQgaXMgcmVhZCBmcm9tIHRoZSBzb3VyY2VzLCBub3QgZnJvbSBhIHBsYW50ZWQgZmF1bHQuICovXG5sZXQga25vd246IHsgbGlicmFyeTogTWFwPHN0cmluZywgV2dzbEZpbGU+OyByZW5hbWVkOiBNYXA8c3RyaW5nLCBNYXA8c3RyaW5nLCBzdHJpbmc+PiB9IHwgdW5kZWZpbmVkO1xuZnVuY3Rpb24gYWxsRmlsZXMoKSB7XG4gIGlmICgha25vd24pIHtcbiAgICBjb25zdCBsaWJyYXJ5ID0gcmVhZExpYnJhcnkoKTtcbiAgICBrbm93biA9IHsgbGlicmFyeSwgcmVuYW1lZDogcHJpdmF0ZU5hbWVzKGxpYnJhcnkpIH07XG4gIH1cbiAgcmV0dXJuIGtub3duO1xufVxuXG4vKiogQSBwYXJ0J3MgdGV4dCwgaW4gd2hpY2ggcHJpdmF0ZSBuYW1lcyBvZiB0aGlzIGZpbGUgYW5kIG9mIGZpbGVzIHRoYXQgaXQgaW1wb3J0cyBmcm9tIGFyZSB1bmlxdWUuICovXG5mdW5jdGlvbiB1bmlxdWVUZXh0KGZpbGU6IHN0cmluZywgeyB0ZXh0LCBpbXBvcnRzIH06IFdnc2xQYXJ0LCBjb21tb246IFdnc2xQYXJ0KTogc3RyaW5nIHtcbiAgY29uc3QgeyByZW5hbWVkIH0gPSBhbGxGaWxlcygpO1xuICBjb25zdCBuYW1lcyA9IG5ldyBNYXAocmVuYW1lZC5nZXQoZmlsZSkpO1xuICBmb3IgKGNvbnN0IFtmcm9tLCBpbXBvcnRlZF0gb2YgWy4uLmNvbW1vbi5pbXBvcnRzLCAuLi5pbXBvcnRzXSkge1xuICAgIGZvciAoY29uc3QgbmFtZSBvZiBpbXBvcnRlZCkge1xuICAgICAgY29uc3QgdW5pcXVlID0gcmVuYW1lZC5nZXQoZnJvbSk/LmdldChuYW1lKTtcbiAgICAgIGlmICh1bmlxdWUpIG5hbWVzLnNldChuYW1lLCB1bmlxdWUpO1xuICAgIH1cbiAgfVxuICBpZiAobmFtZXMuc2l6ZSA9PT0gMCkgcmV0dXJuIHRleHQ7XG4gIHJldHVybiB0ZXh0LnJlcGxhY2UoLyg/PCFbXFx3Ll0pW0EtWmEtel9dXFx3Ki9nLCAod29yZCkgPT4gbmFtZXMuZ2V0KHdvcmQpID8/IHdvcmQpO1xufVxuXG4vKiogVGhlIHBhcnRzIHRoYXQgZGVjbGFyZSBuYW1lcyB0aGF0IGEgcGxhbiBkb2VzIG5vdCBkZWNpZGUgZm9yOiB0aGUgZmlyc3Qgb25lLCBhbmQgdGhvc2Ugb2YgdGhlIGNob2ljZSBgcGFydGAuICovXG5jb25zdCBsaW5rYWJsZSA9ICh7IHBhcnRzIH06IFdnc2xGaWxlKSA9PiBwYXJ0cy5maWx0ZXIoKHsgY2hvaWNlIH0pID0+IGNob2ljZSA9PT0gdW5kZWZpbmVkIHx8IGNob2ljZSA9PT0gJ3BhcnQnKTtcblxuLyoqIFRoZSBleHByZXNzaW9uIG9mIGEgcGFydCBpbiB0aGUgc291cmNlIG9mIGEgbW9kdWxlOiBvZiBpdHMgb3duIGZpbGUsIG9yIG9mIGFuIGltcG9ydGVkIG9uZS4gKi9cbmZ1bmN0aW9uIHBhcnRPZkZpbGUoZmlsZTogV2dzbEZpbGUsIHBhcnQ6IFdnc2xQYXJ0LCBpbXBvcnRlZD86IHN0cmluZyk6IHN0cmluZyB7XG4gIGlmIChwYXJ0LmNob2ljZSA9PT0gdW5kZWZpbmVkKSByZXR1cm4gaW1wb3J0ZWQgPz8gJ2ZpbGUnO1xuICByZXR1cm4gaW1wb3J0ZWQgPyBgJHtpbXBvcnRlZH0uY2hvaWNlcy5wYXJ0LiR7cGFydC5tZW1iZXJzWzBdfWAgOiBgcyR7ZmlsZS5wYXJ0cy5pbmRleE9mKHBhcnQpfWA7XG59XG5cbi8qKlxuICogVGhlIHNvdXJjZSBvZiB0aGUgbW9kdWxlIHRoYXQgYGltcG9ydCBrZXJuZWwgZnJvbSAnLi9rZXJuZWwud2dzbCdgIGxvYWRzLCBpbiB0aGUgcGFja2FnZSBhbmQgaW4gdGhlIHRlc3RzLiBJdCBleHBvcnRzXG4gKiBhIGBXZ3NsTW9kdWxlYCAoc3JjL3BsYW4vbGluay50cykuIEl0IGltcG9ydHMgdGhlIGZpbGVzIHRoYXQgaXQgbmFtZXMsIHNvIHRoYXQgZXZlcnkgYnVuZGxlIHdpdGggdGhpcyBtb2R1bGUgaGFzXG4gKiB0aGVtLiBBIHNlY3Rpb24gdGhhdCBvbmx5IGEgcGxhbiBjYW4gY2hvb3NlIGlzIG5vdCBsaW5rZWQgYnkgYW4gaW1wb3J0OiB0aGUgcGxhbiBnaXZlcyBpdC5cbiAqXG4gKiBAcGFyYW0gc291cmNlIHRoZSB0ZXh0IHRvIHVzZSBpbnN0ZWFkIG9mIHRoZSBmaWxlJ3NcbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHdnc2xNb2R1bGUoZmlsZTogc3RyaW5nLCBzb3VyY2UgPSByZWFkRmlsZVN5bmMoZmlsZSwgJ3V0ZjgnKSk6IHN0cmluZyB7XG4gIGNvbnN0IG5hbWUgPSBuYW1lT2YoZmlsZSk7XG4gIGNvbnN0IG93biA9IHdnc2xGaWxlKG5hbWUsIHNvdXJjZSk7XG4gIGNvbnN0IHsgcGFydHMgfSA9IG93bjtcbiAgY29uc3QgaW1wb3J0ZWQgPSBbLi4ubmV3IFNldChwYXJ0cy5mbGF0TWFwKCh7IGltcG9ydHMgfSkgPT4gWy4uLmltcG9ydHMua2V5cygpXSkpXTtcbiAgY29uc3QgaW1wb3J0T2YgPSAobmVlZDogc3RyaW5nLCBpOiBudW1iZXIpID0+IHtcbiAgICBjb25zdCB0YXJnZXQgPSBwYXRoLmpvaW4oV0dTTF9GT0xERVIsIGAke25lZWR9Lndnc2xgKTtcbiAgICBjb25zdCBmcm9tID0gcGF0aC5yZWxhdGl2ZShwYXRoLmRpcm5hbWUoZmlsZSksIHRhcmdldCkuc3BsaXQocGF0aC5zZXApLmpvaW4oJy8nKTtcbiAgICByZXR1cm4gYGltcG9ydCBuJHtpfSBmcm9tICR7SlNPTi5zdHJpbmdpZnkoZnJvbS5zdGFydHNXaXRoKCcuJykgPyBmcm9tIDogYC4vJHtmcm9tfWApfTtgO1xuICB9O1xuICBjb25zdCBuZWVkc09mID0gKHBhcnQ6IFdnc2xQYXJ0KTogc3RyaW5nW10gPT4ge1xuICAgIGNvbnN0IGZyb21PdGhlcnMgPSBbLi4ucGFydC5pbXBvcnRzXS5mbGF0TWFwKChbbmVlZCwgbmFtZXNdKSA9PiB7XG4gICAgICBjb25zdCBvZiA9IGFsbEZpbGVzKCkubGlicmFyeS5nZXQobmVlZCkgYXMgV2dzbEZpbGU7XG4gICAgICBjb25zdCB1c2VkID0gbGlua2FibGUob2YpLmZpbHRlcigoeyBkZWNsYXJlZCB9KSA9PiBuYW1lcy5zb21lKChlYWNoKSA9PiBkZWNsYXJlZC5oYXMoZWFjaCkpKTtcbiAgICAgIHJldHVybiB1c2VkLm1hcCgoZWFjaCkgPT4gcGFydE9mRmlsZShvZiwgZWFjaCwgYG4ke2ltcG9ydGVkLmluZGV4T2YobmVlZCl9YCkpO1xuICAgIH0pO1xuICAgIGNvbnN0IGZyb21Pd24gPSBsaW5rYWJsZShvd24pLmZpbHRlcigob3RoZXIpID0+IFsuLi5vdGhlci5kZWNsYXJlZC5rZXlzKCldLnNvbWUoKGVhY2gpID0+IHBhcnQuZnJlZS5oYXMoZWFjaCkpKTtcbiAgICByZXR1cm4gWy4uLm5ldyBTZXQoWy4uLmZyb21PdGhlcnMsIC4uLmZyb21Pd24ubWFwKChvdGhlcikgPT4gcGFydE9mRmlsZShvd24sIG90aGVyKSldKV07XG4gIH07XG4gIGNvbnN0IHBhcnRUZXh0ID0gKHBhcnQ6IFdnc2xQYXJ0KSA9PiB7XG4gICAgY29uc3QgbmVlZHMgPSBuZWVkc09mKHBhcnQpO1xuICAgIHJldHVybiBbXG4gICAgICBgbmFtZTogJHtKU09OLnN0cmluZ2lmeShuYW1lKX0sIHRleHQ6ICR7SlNPTi5zdHJpbmdpZnkoc2hpcHBlZFRleHQodW5pcXVlVGV4dChuYW1lLCBwYXJ0LCBwYXJ0c1swXSBhcyBXZ3NsUGFydCkpKX1gLFxuICAgICAgLi4uKG5lZWRzLmxlbmd0aCA+IDAgPyBbYG5lZWRzOiAoKSA9PiBbJHtuZWVkcy5qb2luKCcsICcpfV1gXSA6IFtdKSxcbiAgICAgIC4uLihwYXJ0LmxpbmVzQmVmb3JlID4gMCA/IFtgbGluZXNCZWZvcmU6ICR7cGFydC5saW5lc0JlZm9yZX1gXSA6IFtdKSxcbiAgICAgIC4uLihwYXJ0LmRlY2xhcmVkLmhhcygndGFzaycpID8gWyd0YXNrOiB0cnVlJ10gOiBbXSksXG4gICAgXS5qb2luKCcsICcpO1xuICB9O1xuICBjb25zdCBbZmlyc3QsIC4uLnNlY3Rpb25zXSA9IHBhcnRzIGFzIFtXZ3NsUGFydCwgLi4uV2dzbFBhcnRbXV07XG4gIGNvbnN0IGNob2ljZXMgPSBbLi4ubmV3IFNldChzZWN0aW9ucy5tYXAoKHsgY2hvaWNlIH0pID0+IGNob2ljZSkpXS5tYXAoKGNob2ljZSkgPT4ge1xuICAgIGNvbnN0IG1lbWJlcnMgPSBzZWN0aW9ucy5mbGF0TWFwKChwYXJ0LCBpKSA9PlxuICAgICAgcGFydC5jaG9pY2UgPT09IGNob2ljZSA/IHBhcnQubWVtYmVycy5tYXAoKG1lbWJlcikgPT4gYCR7bWVtYmVyfTogcyR7aSArIDF9YCkgOiBbXSxcbiAgICApO1xuICAgIHJldHVybiBgJHtjaG9pY2V9OiB7ICR7bWVtYmVycy5qb2luKCcsICcpfSB9YDtcbiAgfSk7XG4gIHJldHVybiBbXG4gICAgLi4uaW1wb3J0ZWQubWFwKGltcG9ydE9mKSxcbiAgICAuLi5zZWN0aW9ucy5tYXAoKHBhcnQsIGkpID0+IGBjb25zdCBzJHtpICsgMX0gPSB7ICR7cGFydFRleHQocGFydCl9IH07YCksXG4gICAgYGNvbnN0IGZpbGUgPSB7ICR7cGFydFRleHQoZmlyc3QpfSR7Y2hvaWNlcy5sZW5ndGggPiAwID8gYCwgY2hvaWNlczogeyAke2Nob2ljZXMuam9pbignLCAnKX0gfWAgOiAnJ30gfTtgLFxuICAgICdleHBvcnQgZGVmYXVsdCBmaWxlOycsXG4gICAgJycsXG4gIF0uam9pbignXFxuJyk7XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGQvd2dzbC1maWxlcy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay93dC9zZWxlY3QvYnVpbGRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL3dnc2wtZmlsZXMudHNcIjtpbXBvcnQgeyByZWFkZGlyU3luYywgcmVhZEZpbGVTeW5jIH0gZnJvbSAnbm9kZTpmcyc7XG5pbXBvcnQgcGF0aCBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgZmlsZVVSTFRvUGF0aCB9IGZyb20gJ25vZGU6dXJsJztcbmltcG9ydCB7IHR5cGUgTmFtZXNPZiwgbmFtZXNPZiB9IGZyb20gJy4vd2dzbC1uYW1lcy50cyc7XG5cbi8qKlxuICogQSBwYXJ0IG9mIGEgYC53Z3NsYCBmaWxlOiBpdHMgZmlyc3QgcGFydCwgd2hpY2ggZXZlcnkga2VybmVsIHdpdGggdGhlIGZpbGUgaGFzLCBvciBhIHNlY3Rpb24uIEEgc2VjdGlvbiBiZWdpbnMgd2l0aFxuICogc3VjaCBhIGxpbmUgYW5kIGVuZHMgYXQgdGhlIG5leHQgb25lLlxuICpcbiAqICAgLy8gLS0tLSBwYXJ0IGdyaWRzICAgICAgICAgICAgICAgICAgICAgICAgbGlua2VkIHdoZXJlIGEgZmlsZSBpbXBvcnRzIGEgbmFtZSB0aGF0IGl0IGRlY2xhcmVzXG4gKiAgIC8vIC0tLS0gY2hvaWNlIHN0b3JlOiBrZXlzICAgICAgICAgICAgICAgIGxpbmtlZCB3aGVyZSBhIHBsYW4gdGFrZXMgaXQ6IGBzZWN0aW9uKGZpbGUsICdzdG9yZScsICdrZXlzJylgXG4gKiAgIC8vIC0tLS0gY2hvaWNlIHN0b3JlOiBwYWlycyB8IGluZGljZXMgICAgIHNlcnZlcyB0d28gbWVtYmVycyBvZiB0aGUgY2hvaWNlXG4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgV2dzbFBhcnQgZXh0ZW5kcyBOYW1lc09mIHtcbiAgLyoqIGBwYXJ0YCBvciB0aGUgbmFtZSBvZiBhIGNob2ljZS4gVW5kZWZpbmVkIGZvciB0aGUgZmlyc3QgcGFydC4gKi9cbiAgcmVhZG9ubHkgY2hvaWNlPzogc3RyaW5nO1xuICByZWFkb25seSBtZW1iZXJzOiByZWFkb25seSBzdHJpbmdbXTtcbiAgLyoqIFRoZSBudW1iZXIgb2YgbGluZXMgYmVmb3JlIGl0IGluIHRoZSBmaWxlLiAqL1xuICByZWFkb25seSBsaW5lc0JlZm9yZTogbnVtYmVyO1xuICByZWFkb25seSB0ZXh0OiBzdHJpbmc7XG4gIC8qKiBgLy8gaW1wb3J0IFRpbGUsIHRpbGVBdCBmcm9tIHBhcnRpdGlvbi90aWxlc2A6IG5hbWVzIGJ5IHRoZWlyIGZpbGUuICovXG4gIHJlYWRvbmx5IGltcG9ydHM6IFJlYWRvbmx5TWFwPHN0cmluZywgcmVhZG9ubHkgc3RyaW5nW10+O1xuICAvKiogYC8vIGdpdmVuIFRJTEUsIGJsb2NrU2NhbmA6IG5hbWVzIHRoYXQgdGhlIHBsYW4gZ2l2ZXMgYXMgY29uc3RhbnRzLCBhbGlhc2VzIG9yIG1vZHVsZXMuICovXG4gIHJlYWRvbmx5IGdpdmVuOiByZWFkb25seSBzdHJpbmdbXTtcbn1cblxuLyoqIEEgYC53Z3NsYCBmaWxlIG9mIHRoZSBsaWJyYXJ5LiAqL1xuZXhwb3J0IGludGVyZmFjZSBXZ3NsRmlsZSB7XG4gIC8qKiBJdHMgcGF0aCBiZWxvdyBgd2dzbC9gLCB3aXRob3V0IHRoZSBleHRlbnNpb24uICovXG4gIHJlYWRvbmx5IG5hbWU6IHN0cmluZztcbiAgcmVhZG9ubHkgcGFydHM6IHJlYWRvbmx5IFdnc2xQYXJ0W107XG4gIC8qKiBUaGUgbmFtZXMgdGhhdCBpdCBkZWNsYXJlcyBvdXRzaWRlIGZ1bmN0aW9ucywgd2l0aG91dCByZXNvdXJjZXMuICovXG4gIHJlYWRvbmx5IGRlY2xhcmVkOiBSZWFkb25seVNldDxzdHJpbmc+O1xufVxuXG5jb25zdCBTRUNUSU9OID0gL15cXC9cXC8gLS0tLSAoPzpjaG9pY2UgKFxcdyspOnwocGFydCkpIChcXHcrKD86IFxcfCBcXHcrKSopJC87XG5jb25zdCBJTVBPUlQgPSAvXlxcL1xcLyBpbXBvcnQgKFtcXHcsIF0rKSBmcm9tIChbXFx3Li8tXSspJC9nbTtcbmNvbnN0IEdJVkVOID0gL15cXC9cXC8gZ2l2ZW4gKFtcXHcsIF0rKSQvZ207XG5cbmNvbnN0IGxpc3RlZCA9ICh0ZXh0ID0gJycpID0+IHRleHQuc3BsaXQoJywnKS5mbGF0TWFwKChuYW1lKSA9PiBuYW1lLnRyaW0oKSB8fCBbXSk7XG5cbmZ1bmN0aW9uIHBhcnRPZih0ZXh0OiBzdHJpbmcsIGxpbmVzQmVmb3JlOiBudW1iZXIsIGNob2ljZT86IHN0cmluZywgbWVtYmVyczogcmVhZG9ubHkgc3RyaW5nW10gPSBbXSk6IFdnc2xQYXJ0IHtcbiAgY29uc3QgaW1wb3J0cyA9IG5ldyBNYXA8c3RyaW5nLCBzdHJpbmdbXT4oKTtcbiAgZm9yIChjb25zdCBbLCBuYW1lcywgZnJvbSA9ICcnXSBvZiB0ZXh0Lm1hdGNoQWxsKElNUE9SVCkpIHtcbiAgICBpbXBvcnRzLnNldChmcm9tLCBbLi4uKGltcG9ydHMuZ2V0KGZyb20pID8/IFtdKSwgLi4ubGlzdGVkKG5hbWVzKV0pO1xuICB9XG4gIGNvbnN0IGdpdmVuID0gQXJyYXkuZnJvbSh0ZXh0Lm1hdGNoQWxsKEdJVkVOKSwgKFssIG5hbWVzXSkgPT4gbGlzdGVkKG5hbWVzKSkuZmxhdCgpO1xuICByZXR1cm4geyAuLi5uYW1lc09mKHRleHQpLCAuLi4oY2hvaWNlID8geyBjaG9pY2UgfSA6IHt9KSwgbWVtYmVycywgbGluZXNCZWZvcmUsIHRleHQsIGltcG9ydHMsIGdpdmVuIH07XG59XG5cbi8qKiBUaGUgcGFydHMgb2YgYSBmaWxlLCBhbmQgdGhlIG5hbWVzIHRoYXQgaXQgZGVjbGFyZXMuICovXG5leHBvcnQgZnVuY3Rpb24gd2dzbEZpbGUobmFtZTogc3RyaW5nLCBzb3VyY2U6IHN0cmluZyk6IFdnc2xGaWxlIHtcbiAgY29uc3QgbGluZXMgPSBzb3VyY2Uuc3BsaXQoJ1xcbicpO1xuICBjb25zdCBzdGFydHMgPSBsaW5lcy5mbGF0TWFwKChsaW5lLCBpKSA9PiAoU0VDVElPTi50ZXN0KGxpbmUpID8gW2ldIDogW10pKTtcbiAgY29uc3QgcGFydHMgPSBbMCwgLi4uc3RhcnRzXS5tYXAoKHN0YXJ0LCBpKSA9PiB7XG4gICAgY29uc3QgWywgbmFtZSwgaXNQYXJ0LCBtZW1iZXJzID0gJyddID0gaSA9PT0gMCA/IFtdIDogKFNFQ1RJT04uZXhlYyhsaW5lc1tzdGFydF0gYXMgc3RyaW5nKSA/PyBbXSk7XG4gICAgY29uc3QgZW5kID0gc3RhcnRzW2ldO1xuICAgIGNvbnN0IHRleHQgPSBsaW5lcy5zbGljZShzdGFydCwgZW5kKS5qb2luKCdcXG4nKSArIChlbmQgPT09IHVuZGVmaW5lZCA/ICcnIDogJ1xcbicpO1xuICAgIHJldHVybiBwYXJ0T2YodGV4dCwgc3RhcnQsIGlzUGFydCA/PyBuYW1lLCBtZW1iZXJzLnNwbGl0KCcgfCAnKS5maWx0ZXIoQm9vbGVhbikpO1xuICB9KTtcbiAgcmV0dXJuIHsgbmFtZSwgcGFydHMsIGRlY2xhcmVkOiBuZXcgU2V0KHBhcnRzLmZsYXRNYXAoKHsgZGVjbGFyZWQgfSkgPT4gWy4uLmRlY2xhcmVkLmtleXMoKV0pKSB9O1xufVxuXG4vKiogVGhlIGZvbGRlciBvZiBhbGwgYC53Z3NsYCBmaWxlcy4gKi9cbmV4cG9ydCBjb25zdCBXR1NMX0ZPTERFUiA9IGZpbGVVUkxUb1BhdGgobmV3IFVSTCgnLi4vd2dzbCcsIGltcG9ydC5tZXRhLnVybCkpO1xuY29uc3QgU1JDID0gZmlsZVVSTFRvUGF0aChuZXcgVVJMKCcuLi9zcmMnLCBpbXBvcnQubWV0YS51cmwpKTtcblxuY29uc3QgZmlsZXNCZWxvdyA9IChmb2xkZXI6IHN0cmluZywgZW5kOiBzdHJpbmcpID0+XG4gIHJlYWRkaXJTeW5jKGZvbGRlciwgeyByZWN1cnNpdmU6IHRydWUsIGVuY29kaW5nOiAndXRmOCcgfSlcbiAgICAuZmlsdGVyKChmaWxlKSA9PiBmaWxlLmVuZHNXaXRoKGVuZCkpXG4gICAgLm1hcCgoZmlsZSkgPT4gZmlsZS5zcGxpdChwYXRoLnNlcCkuam9pbignLycpKVxuICAgIC5zb3J0KCk7XG5cbi8qKiBUaGUgbmFtZSBvZiBhIGZpbGUgYmVsb3cgYHdnc2wvYC4gKi9cbmV4cG9ydCBjb25zdCBuYW1lT2YgPSAoZmlsZTogc3RyaW5nKSA9PlxuICBwYXRoXG4gICAgLnJlbGF0aXZlKFdHU0xfRk9MREVSLCBmaWxlKVxuICAgIC5zcGxpdChwYXRoLnNlcClcbiAgICAuam9pbignLycpXG4gICAgLnJlcGxhY2UoL1xcLndnc2wkLywgJycpO1xuXG4vKiogQWxsIGAud2dzbGAgZmlsZXMgYnkgbmFtZS4gKi9cbmV4cG9ydCBmdW5jdGlvbiByZWFkTGlicmFyeSgpOiBNYXA8c3RyaW5nLCBXZ3NsRmlsZT4ge1xuICByZXR1cm4gbmV3IE1hcChcbiAgICBmaWxlc0JlbG93KFdHU0xfRk9MREVSLCAnLndnc2wnKS5tYXAoKGZpbGUpID0+IHtcbiAgICAgIGNvbnN0IG5hbWUgPSBmaWxlLnJlcGxhY2UoL1xcLndnc2wkLywgJycpO1xuICAgICAgcmV0dXJuIFtuYW1lLCB3Z3NsRmlsZShuYW1lLCByZWFkRmlsZVN5bmMocGF0aC5qb2luKFdHU0xfRk9MREVSLCBmaWxlKSwgJ3V0ZjgnKSldO1xuICAgIH0pLFxuICApO1xufVxuXG4vKipcbiAqIE5hbWVzIGJ5IHdoaWNoIHBsYW5zIGFuZCBmaWxlcyBtZWV0OiB0aG9zZSB0aGF0IGEgZmlsZSBzYXlzIGFyZSBnaXZlbiwgYW5kIHdvcmRzIG9mIFR5cGVTY3JpcHQgdGhhdCB3cml0ZXMgV0dTTC4gVGhleVxuICogYXJlIHRoZSBzYW1lIGluIGV2ZXJ5IGZpbGUuXG4gKi9cbmZ1bmN0aW9uIG9wZW5OYW1lcyhsaWJyYXJ5OiBSZWFkb25seU1hcDxzdHJpbmcsIFdnc2xGaWxlPik6IFNldDxzdHJpbmc+IHtcbiAgY29uc3QgdGV4dHMgPSBmaWxlc0JlbG93KFNSQywgJy50cycpLm1hcCgoZmlsZSkgPT4gcmVhZEZpbGVTeW5jKHBhdGguam9pbihTUkMsIGZpbGUpLCAndXRmOCcpKTtcbiAgY29uc3Qgd29yZHMgPSB0ZXh0cy5maWx0ZXIoKHRleHQpID0+IHRleHQuaW5jbHVkZXMoJ3dnc2xgJykpLmZsYXRNYXAoKHRleHQpID0+IHRleHQubWF0Y2goL1tBLVphLXpfXVxcdyovZykgPz8gW10pO1xuICBjb25zdCBnaXZlbiA9IFsuLi5saWJyYXJ5LnZhbHVlcygpXS5mbGF0TWFwKCh7IHBhcnRzIH0pID0+IHBhcnRzLmZsYXRNYXAoKHBhcnQpID0+IHBhcnQuZ2l2ZW4pKTtcbiAgcmV0dXJuIG5ldyBTZXQoWy4uLndvcmRzLCAuLi5naXZlbiwgJ21haW4nLCAndGFzayddKTtcbn1cblxuLyoqIFBlciBmaWxlLCB0aGUgbmFtZXMgdGhhdCBpdCBoYXMgdG8gY2hhbmdlLCBiZWNhdXNlIGFub3RoZXIgZmlsZSBkZWNsYXJlcyB0aGVtIHRvby4gKi9cbmV4cG9ydCBmdW5jdGlvbiBwcml2YXRlTmFtZXMobGlicmFyeTogUmVhZG9ubHlNYXA8c3RyaW5nLCBXZ3NsRmlsZT4pOiBNYXA8c3RyaW5nLCBNYXA8c3RyaW5nLCBzdHJpbmc+PiB7XG4gIGNvbnN0IGZpbGVzID0gWy4uLmxpYnJhcnkudmFsdWVzKCldO1xuICBjb25zdCBvcGVuID0gb3Blbk5hbWVzKGxpYnJhcnkpO1xuICBjb25zdCBjb3VudCA9IG5ldyBNYXA8c3RyaW5nLCBudW1iZXI+KCk7XG4gIGZvciAoY29uc3QgbmFtZSBvZiBmaWxlcy5mbGF0TWFwKCh7IGRlY2xhcmVkIH0pID0+IFsuLi5kZWNsYXJlZF0pKSBjb3VudC5zZXQobmFtZSwgKGNvdW50LmdldChuYW1lKSA/PyAwKSArIDEpO1xuICByZXR1cm4gbmV3IE1hcChcbiAgICBmaWxlcy5tYXAoKHsgbmFtZTogZmlsZSwgZGVjbGFyZWQgfSkgPT4ge1xuICAgICAgY29uc3Qgb3duID0gWy4uLmRlY2xhcmVkXS5maWx0ZXIoKG5hbWUpID0+ICFvcGVuLmhhcyhuYW1lKSAmJiAoY291bnQuZ2V0KG5hbWUpID8/IDApID4gMSk7XG4gICAgICByZXR1cm4gW2ZpbGUsIG5ldyBNYXAob3duLm1hcCgobmFtZSkgPT4gW25hbWUsIGAke25hbWV9X29mXyR7ZmlsZS5yZXBsYWNlKC9cXFcvZywgJ18nKX1gXSkpXTtcbiAgICB9KSxcbiAgKTtcbn1cbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL3d0L3NlbGVjdC9idWlsZC93Z3NsLW5hbWVzLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL3d0L3NlbGVjdC9idWlsZFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay93dC9zZWxlY3QvYnVpbGQvd2dzbC1uYW1lcy50c1wiOy8qKlxuICogVGhlIG5hbWVzIG9mIGEgV0dTTCB0ZXh0LCBmb3VuZCBmcm9tIGl0cyB0b2tlbnM6IG5hbWVzIHRoYXQgaXQgZGVjbGFyZXMgb3V0c2lkZSBmdW5jdGlvbnMsIGFuZCBuYW1lcyB0aGF0IGl0IHVzZXMgYW5kXG4gKiBkb2VzIG5vdCBkZWNsYXJlLlxuICovXG5leHBvcnQgaW50ZXJmYWNlIE5hbWVzT2Yge1xuICAvKiogTmFtZSBhbmQgbGluZSBvZiBlYWNoIGRlY2xhcmF0aW9uIG91dHNpZGUgZnVuY3Rpb25zLCB3aXRob3V0IHJlc291cmNlcy4gKi9cbiAgcmVhZG9ubHkgZGVjbGFyZWQ6IFJlYWRvbmx5TWFwPHN0cmluZywgbnVtYmVyPjtcbiAgLyoqIFJlc291cmNlczogYHZhcjxzdG9yYWdlLCByZWFkX3dyaXRlPmAsIGB2YXI8dW5pZm9ybT5gIG9yIGB2YXI8aW1tZWRpYXRlPmAsIHdpdGggdGhlaXIgd2hvbGUgdGV4dC4gKi9cbiAgcmVhZG9ubHkgYm91bmQ6IFJlYWRvbmx5TWFwPHN0cmluZywgc3RyaW5nPjtcbiAgLyoqIEV2ZXJ5IG5hbWUgdGhhdCBpcyB1c2VkIGFuZCBub3QgZGVjbGFyZWQgaGVyZSwgd2l0aCB0aGUgZmlyc3QgbGluZSB0aGF0IHVzZXMgaXQuIFdHU0wncyBuYW1lcyBhcmUgYW1vbmcgdGhlbS4gKi9cbiAgcmVhZG9ubHkgZnJlZTogUmVhZG9ubHlNYXA8c3RyaW5nLCBudW1iZXI+O1xufVxuXG5pbnRlcmZhY2UgVG9rZW4ge1xuICByZWFkb25seSB0ZXh0OiBzdHJpbmc7XG4gIHJlYWRvbmx5IGxpbmU6IG51bWJlcjtcbn1cblxuY29uc3QgVE9LRU4gPVxuICAvXFwvXFwvW15cXG5dKnxcXC9cXCpbXFxzXFxTXSo/XFwqXFwvfFxcbnwwW3hYXVtcXGRhLWZBLUZdK1tpdV0/fFxcZFtcXGQuXSpbZUVdWy0rXVxcZCtcXHc/fFxcZFtcXHcuXSp8W0EtWmEtel9dXFx3KnxbXlxcc1xcd10vZztcbmNvbnN0IGlzTmFtZSA9ICh7IHRleHQgfTogVG9rZW4pID0+IC9eW0EtWmEtel9dLy50ZXN0KHRleHQpO1xuXG5mdW5jdGlvbiB0b2tlbnNPZih3Z3NsOiBzdHJpbmcpOiBUb2tlbltdIHtcbiAgY29uc3QgdG9rZW5zOiBUb2tlbltdID0gW107XG4gIGxldCBsaW5lID0gMTtcbiAgZm9yIChjb25zdCBbdGV4dF0gb2Ygd2dzbC5tYXRjaEFsbChUT0tFTikpIHtcbiAgICBpZiAoIS9eKD86XFxufFxcL1xcL3xcXC9cXCopLy50ZXN0KHRleHQpKSB0b2tlbnMucHVzaCh7IHRleHQsIGxpbmUgfSk7XG4gICAgbGluZSArPSB0ZXh0LnNwbGl0KCdcXG4nKS5sZW5ndGggLSAxO1xuICB9XG4gIHJldHVybiB0b2tlbnM7XG59XG5cbi8qKiBSZW1vdmVzIGF0dHJpYnV0ZXMsIHNpbmNlIG9ubHkgdGhlIHNpemUgb2YgYSB3b3JrZ3JvdXAgdXNlcyBuYW1lcy4gVGhvc2UgbmFtZXMgYXJlIGtlcHQuICovXG5mdW5jdGlvbiB3aXRob3V0QXR0cmlidXRlcyh0b2tlbnM6IHJlYWRvbmx5IFRva2VuW10pOiBUb2tlbltdIHtcbiAgY29uc3QgcmVzdDogVG9rZW5bXSA9IFtdO1xuICBmb3IgKGxldCBpID0gMDsgaSA8IHRva2Vucy5sZW5ndGg7IGkrKykge1xuICAgIGlmICh0b2tlbnNbaV0/LnRleHQgIT09ICdAJykge1xuICAgICAgcmVzdC5wdXNoKHRva2Vuc1tpXSBhcyBUb2tlbik7XG4gICAgICBjb250aW51ZTtcbiAgICB9XG4gICAgY29uc3QgaXNTaXplID0gdG9rZW5zWysraV0/LnRleHQgPT09ICd3b3JrZ3JvdXBfc2l6ZSc7XG4gICAgaWYgKHRva2Vuc1tpICsgMV0/LnRleHQgIT09ICcoJykgY29udGludWU7XG4gICAgZm9yIChpKys7IHRva2Vuc1tpXT8udGV4dCAhPT0gJyknOyBpKyspIGlmIChpc1NpemUgJiYgaXNOYW1lKHRva2Vuc1tpXSBhcyBUb2tlbikpIHJlc3QucHVzaCh0b2tlbnNbaV0gYXMgVG9rZW4pO1xuICB9XG4gIHJldHVybiByZXN0O1xufVxuXG4vKiogVGhlIHRva2VucyBvZiBlYWNoIGRlY2xhcmF0aW9uIG91dHNpZGUgZnVuY3Rpb25zLiAqL1xuZnVuY3Rpb24gZGVjbGFyYXRpb25zT2YodG9rZW5zOiByZWFkb25seSBUb2tlbltdKTogVG9rZW5bXVtdIHtcbiAgY29uc3QgYWxsOiBUb2tlbltdW10gPSBbXTtcbiAgbGV0IGRlcHRoID0gMDtcbiAgbGV0IG9wZW46IFRva2VuW10gPSBbXTtcbiAgZm9yIChjb25zdCB0b2tlbiBvZiB0b2tlbnMpIHtcbiAgICBvcGVuLnB1c2godG9rZW4pO1xuICAgIGlmICgneyhbJy5pbmNsdWRlcyh0b2tlbi50ZXh0KSkgZGVwdGgrKztcbiAgICBpZiAoJ30pXScuaW5jbHVkZXModG9rZW4udGV4dCkpIGRlcHRoLS07XG4gICAgaWYgKGRlcHRoID4gMCB8fCAodG9rZW4udGV4dCAhPT0gJzsnICYmIHRva2VuLnRleHQgIT09ICd9JykpIGNvbnRpbnVlO1xuICAgIGlmIChvcGVuLmxlbmd0aCA+IDEpIGFsbC5wdXNoKG9wZW4pO1xuICAgIG9wZW4gPSBbXTtcbiAgfVxuICByZXR1cm4gYWxsO1xufVxuXG5jb25zdCBLRVlXT1JEUyA9IG5ldyBTZXQoWydmbicsICdjb25zdCcsICdhbGlhcycsICdzdHJ1Y3QnLCAnb3ZlcnJpZGUnLCAndmFyJ10pO1xuXG4vKiogSW5kZXggb2YgYSBkZWNsYXJhdGlvbidzIG5hbWU6IGFmdGVyIHRoZSBrZXl3b3JkLCBhbmQgYWZ0ZXIgdGhlIGFkZHJlc3Mgc3BhY2Ugb2YgYSB2YXJpYWJsZS4gKi9cbmZ1bmN0aW9uIG5hbWVJbmRleCh0b2tlbnM6IHJlYWRvbmx5IFRva2VuW10pOiBudW1iZXIge1xuICBjb25zdCBrZXl3b3JkID0gdG9rZW5zLmZpbmRJbmRleCgoeyB0ZXh0IH0pID0+IEtFWVdPUkRTLmhhcyh0ZXh0KSk7XG4gIGlmICh0b2tlbnNba2V5d29yZCArIDFdPy50ZXh0ICE9PSAnPCcpIHJldHVybiBrZXl3b3JkICsgMTtcbiAgcmV0dXJuIHRva2Vucy5maW5kSW5kZXgoKHsgdGV4dCB9LCBpKSA9PiBpID4ga2V5d29yZCAmJiB0ZXh0ID09PSAnPicpICsgMTtcbn1cblxuLyoqIFRoZSBsb2NhbCBuYW1lcyBvZiBhIGRlY2xhcmF0aW9uOiBwYXJhbWV0ZXJzIGFuZCB2YXJpYWJsZXMuICovXG5mdW5jdGlvbiBsb2NhbE5hbWVzKHRva2VuczogcmVhZG9ubHkgVG9rZW5bXSk6IFNldDxzdHJpbmc+IHtcbiAgY29uc3QgbG9jYWwgPSBuZXcgU2V0PHN0cmluZz4oKTtcbiAgY29uc3QgaXNTdHJ1Y3QgPSB0b2tlbnMuc29tZSgoeyB0ZXh0IH0sIGkpID0+IHRleHQgPT09ICdzdHJ1Y3QnICYmIGkgPCBuYW1lSW5kZXgodG9rZW5zKSk7XG4gIHRva2Vucy5mb3JFYWNoKCh7IHRleHQgfSwgaSkgPT4ge1xuICAgIGNvbnN0IG5leHQgPSB0b2tlbnNbaSArIDFdO1xuICAgIGlmICgodGV4dCA9PT0gJ2xldCcgfHwgdGV4dCA9PT0gJ2NvbnN0JykgJiYgaSA+IDAgJiYgbmV4dCAmJiBpc05hbWUobmV4dCkpIGxvY2FsLmFkZChuZXh0LnRleHQpO1xuICAgIGlmICh0ZXh0ID09PSAndmFyJyAmJiBpID4gMCAmJiBuZXh0ICYmIGlzTmFtZShuZXh0KSkgbG9jYWwuYWRkKG5leHQudGV4dCk7XG4gICAgaWYgKG5leHQ/LnRleHQgPT09ICc6JyAmJiBpID4gbmFtZUluZGV4KHRva2VucykgJiYgaXNOYW1lKHRva2Vuc1tpXSBhcyBUb2tlbikpIHtcbiAgICAgIC8vIEEgcGFyYW1ldGVyIHNoYWRvd3Mgb3RoZXIgbmFtZXM7IGEgbWVtYmVyIG9mIGEgc3RydWN0IGRvZXMgbm90LlxuICAgICAgaWYgKCFpc1N0cnVjdCkgbG9jYWwuYWRkKHRleHQpO1xuICAgIH1cbiAgfSk7XG4gIHJldHVybiBsb2NhbDtcbn1cblxuLyoqIEZpbmRzIHRoZSBuYW1lcyBvZiBhIHRleHQuICovXG5leHBvcnQgZnVuY3Rpb24gbmFtZXNPZih3Z3NsOiBzdHJpbmcpOiBOYW1lc09mIHtcbiAgY29uc3QgZGVjbGFyZWQgPSBuZXcgTWFwPHN0cmluZywgbnVtYmVyPigpO1xuICBjb25zdCBib3VuZCA9IG5ldyBNYXA8c3RyaW5nLCBzdHJpbmc+KCk7XG4gIGNvbnN0IGZyZWUgPSBuZXcgTWFwPHN0cmluZywgbnVtYmVyPigpO1xuICBjb25zdCBhbGwgPSBkZWNsYXJhdGlvbnNPZih3aXRob3V0QXR0cmlidXRlcyh0b2tlbnNPZih3Z3NsKSkpO1xuICBmb3IgKGNvbnN0IHRva2VucyBvZiBhbGwpIHtcbiAgICBjb25zdCBuYW1lID0gdG9rZW5zW25hbWVJbmRleCh0b2tlbnMpXSBhcyBUb2tlbjtcbiAgICBjb25zdCBzcGFjZSA9IHRva2Vuc1tuYW1lSW5kZXgodG9rZW5zKSAtIDFdPy50ZXh0ID09PSAnPicgPyB0b2tlbnMuc2xpY2UoMCwgbmFtZUluZGV4KHRva2VucykpIDogW107XG4gICAgY29uc3QgaXNCb3VuZCA9IHNwYWNlLnNvbWUoKHsgdGV4dCB9KSA9PiAvXig/OnN0b3JhZ2V8dW5pZm9ybXxpbW1lZGlhdGUpJC8udGVzdCh0ZXh0KSk7XG4gICAgaWYgKGlzQm91bmQpIGJvdW5kLnNldChuYW1lLnRleHQsIHRva2Vucy5tYXAoKHsgdGV4dCB9KSA9PiB0ZXh0KS5qb2luKCcgJykpO1xuICAgIGVsc2UgZGVjbGFyZWQuc2V0KG5hbWUudGV4dCwgbmFtZS5saW5lKTtcbiAgfVxuICBmb3IgKGNvbnN0IHRva2VucyBvZiBhbGwpIHtcbiAgICBjb25zdCBsb2NhbCA9IGxvY2FsTmFtZXModG9rZW5zKTtcbiAgICBjb25zdCBhdCA9IG5hbWVJbmRleCh0b2tlbnMpO1xuICAgIGNvbnN0IGlzU3RydWN0ID0gdG9rZW5zW2F0IC0gMV0/LnRleHQgPT09ICdzdHJ1Y3QnO1xuICAgIHRva2Vucy5mb3JFYWNoKCh0b2tlbiwgaSkgPT4ge1xuICAgICAgaWYgKGkgPD0gYXQgfHwgIWlzTmFtZSh0b2tlbikgfHwgdG9rZW5zW2kgLSAxXT8udGV4dCA9PT0gJy4nKSByZXR1cm47XG4gICAgICBpZiAoaXNTdHJ1Y3QgJiYgdG9rZW5zW2kgKyAxXT8udGV4dCA9PT0gJzonKSByZXR1cm47XG4gICAgICBpZiAobG9jYWwuaGFzKHRva2VuLnRleHQpIHx8IGRlY2xhcmVkLmhhcyh0b2tlbi50ZXh0KSB8fCBib3VuZC5oYXModG9rZW4udGV4dCkpIHJldHVybjtcbiAgICAgIGlmICghZnJlZS5oYXModG9rZW4udGV4dCkpIGZyZWUuc2V0KHRva2VuLnRleHQsIHRva2VuLmxpbmUpO1xuICAgIH0pO1xuICB9XG4gIHJldHVybiB7IGRlY2xhcmVkLCBib3VuZCwgZnJlZSB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvd3Qvc2VsZWN0L2J1aWxkL2pzLWVudHJpZXMudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvd3Qvc2VsZWN0L2J1aWxkXCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL3d0L3NlbGVjdC9idWlsZC9qcy1lbnRyaWVzLnRzXCI7LyoqIFRoZSBvdXRwdXRzIG9mIHRoZSBidWlsZCBmb3IgY2FsbHMgd2l0aG91dCBhIEdQVTogc2VlIEpTX0VOVFJJRVMgb2YgZW50cmllcy50cy4gKi9cbmltcG9ydCB7IHJlYWRGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHBhdGggZnJvbSAnbm9kZTpwYXRoJztcbmltcG9ydCB7XG4gIERZTkFNSUMsXG4gIGZyb21TcmMsXG4gIGdyYXBoT2YsXG4gIGltcG9ydHMsXG4gIGlzSnMsXG4gIEpTX0VOVFJJRVMsXG4gIGxhenlFbnRyaWVzLFxuICBsYXp5TW9kdWxlcyxcbiAgdHlwZSBQbHVnaW4sXG4gIHR5cGUgUGx1Z2luQnVpbGQsXG4gIHdpdGhJbXBvcnRzLFxufSBmcm9tICcuL2VudHJpZXMudHMnO1xuaW1wb3J0IHsgc3F1ZWV6ZWRUZW1wbGF0ZXMgfSBmcm9tICcuL3dnc2wtdGVtcGxhdGVzLnRzJztcblxuLyoqIE1vZHVsZXMgb2YgYGpzYCB0aGF0IHVzZSBtdWNoIG9mIHRoZSBzYW1lIGNvZGU6IHRoZSBjb2RlIHRoYXQgc2V2ZXJhbCBvZiB0aGVtIHVzZSBpcyBvbmUgZmlsZS4gKi9cbmNvbnN0IEZBTUlMSUVTID0gW1xuICBbJ3NvcnQvYXJyYXlfY2FsbCcsICdzb3J0L2N1c3RvbScsICdzZWxlY3QvdG9waycsICdzZWxlY3QvcXVhbnRpbGVzJywgJ2dyb3VwL2FycmF5X2NhbGwnXSxcbiAgWydyZWR1Y2UvYXJyYXlfY2FsbCcsICdyZWR1Y2UvY3VzdG9tJywgJ3JlZHVjZS9pbml0aWFsJywgJ3NjYW4vYXJyYXlfY2FsbCddLFxuXS5tYXAoKGZhbWlseSkgPT4gZmFtaWx5Lm1hcCgobmFtZSkgPT4gYGpzLyR7bmFtZX0udHNgKSk7XG5cbi8qKiBNb2R1bGVzIHRoYXQgY29tZSB3aXRoIHdoYXQgYSBmYW1pbHkgc2hhcmVzLiBUaGV5IGRvIG5vdCBkZWNpZGUgd2hhdCB0aGF0IGlzLiAqL1xuY29uc3QgR1VFU1RTOiBSZWFkb25seTxSZWNvcmQ8c3RyaW5nLCAodHlwZW9mIEZBTUlMSUVTKVtudW1iZXJdIHwgdW5kZWZpbmVkPj4gPSB7XG4gICdqcy9rZXlzL2FycmF5X2NhbGwudHMnOiBGQU1JTElFU1swXSxcbiAgJ2pzL3RyYW5zZm9ybS9hcnJheV9jYWxsLnRzJzogRkFNSUxJRVNbMV0sXG59O1xuXG4vKipcbiAqIE1ha2VzIGEgZnVuY3Rpb24gdGhhdCBuYW1lcyB3aGF0IGNvbWVzIHdpdGggYSBtb2R1bGUgb2YgYGpzYDogdGhlIGZpbGVzIHRoYXQgdGhlIGNhbGxzIHVzZSwgb3Igc2V2ZXJhbCBmYW1pbGllcywgd2hpY2hcbiAqIGNvbWUgd2l0aCBhbGwgbW9kdWxlcywgYW5kIHRob3NlIHRoYXQgc2V2ZXJhbCBtb2R1bGVzIG9mIGl0cyBmYW1pbHkgdXNlLlxuICovXG5hc3luYyBmdW5jdGlvbiBzaGFyZWRJbkpzKGJ1aWxkOiBQbHVnaW5CdWlsZCk6IFByb21pc2U8KG1vZHVsZTogc3RyaW5nKSA9PiBzdHJpbmdbXT4ge1xuICBjb25zdCBjYWxscyA9IGZyb21TcmMocGF0aC5yZXNvbHZlKEpTX0VOVFJJRVMuanMpKTtcbiAgY29uc3QgbGF6eSA9IGxhenlNb2R1bGVzKCdqcycpLm1hcCgobmFtZSkgPT4gYCR7bmFtZX0udHNgKTtcbiAgY29uc3QgZ3JhcGggPSBhd2FpdCBncmFwaE9mKGJ1aWxkLCBbY2FsbHMsIC4uLmxhenldKTtcbiAgY29uc3QgZmlsZXMgPSBuZXcgTWFwKFtjYWxscywgLi4ubGF6eV0ubWFwKChtb2R1bGUpID0+IFttb2R1bGUsIHdpdGhJbXBvcnRzKGdyYXBoLCBtb2R1bGUpXSkpO1xuICBjb25zdCB1c2VycyA9IGxhenkuZmlsdGVyKChtb2R1bGUpID0+ICFHVUVTVFNbbW9kdWxlXSk7XG4gIGNvbnN0IHVzZXJzT2YgPSAoZmlsZTogc3RyaW5nKSA9PiB1c2Vycy5maWx0ZXIoKG1vZHVsZSkgPT4gZmlsZXMuZ2V0KG1vZHVsZSk/LmhhcyhmaWxlKSk7XG4gIGNvbnN0IGZhbWlseU9mID0gKG1vZHVsZTogc3RyaW5nKSA9PiBGQU1JTElFUy5maW5kKChmYW1pbHkpID0+IGZhbWlseS5pbmNsdWRlcyhtb2R1bGUpKSA/PyBbXTtcbiAgY29uc3QgaXNGb3JBbGwgPSAoZmlsZTogc3RyaW5nKSA9PiBmaWxlcy5nZXQoY2FsbHMpPy5oYXMoZmlsZSkgfHwgbmV3IFNldCh1c2Vyc09mKGZpbGUpLm1hcChmYW1pbHlPZikpLnNpemUgPiAxO1xuICBjb25zdCBsb2FkcyA9IChmaWxlOiBzdHJpbmcpID0+IGlzSnMoZmlsZSkgJiYgZ3JhcGguZ2V0KGZpbGUpPy5sb2FkcztcbiAgY29uc3Qgc2hhcmVkID0gWy4uLmdyYXBoLmtleXMoKV0uZmlsdGVyKFxuICAgIChmaWxlKSA9PiB1c2Vyc09mKGZpbGUpLmxlbmd0aCA+IDEgJiYgIVsuLi53aXRoSW1wb3J0cyhncmFwaCwgZmlsZSldLnNvbWUobG9hZHMpLFxuICApO1xuICByZXR1cm4gKG1vZHVsZSkgPT4ge1xuICAgIGNvbnN0IGZhbWlseSA9IEdVRVNUU1ttb2R1bGVdID8/IGZhbWlseU9mKG1vZHVsZSk7XG4gICAgcmV0dXJuIHNoYXJlZC5maWx0ZXIoKGZpbGUpID0+IGlzRm9yQWxsKGZpbGUpIHx8IHVzZXJzT2YoZmlsZSkuZmlsdGVyKCh1c2VyKSA9PiBmYW1pbHkuaW5jbHVkZXModXNlcikpLmxlbmd0aCA+IDEpO1xuICB9O1xufVxuXG4vKiogU3BsaXRzIHRoZSBFU00gYnVpbGQsIGFzIGBzcGxpdENvcmVgIGRvZXMuIFRoZSBDb21tb25KUyBidWlsZCBpcyBvbmUgZmlsZS4gKi9cbmV4cG9ydCBjb25zdCBzcGxpdEpzOiBQbHVnaW4gPSB7XG4gIG5hbWU6ICdzcGxpdC1qcycsXG4gIHNldHVwKGJ1aWxkKSB7XG4gICAgLy8gTm8gY2FsbCB1c2VzIHdoYXQgZmlsZXMgb2YgdGhlIGNvcmUgd291bGQgbG9hZC5cbiAgICBidWlsZC5vblJlc29sdmUoeyBmaWx0ZXI6IC9eXFwuXFwuP1xcLy8gfSwgKHsgcGF0aDogdGFyZ2V0LCBpbXBvcnRlciwga2luZCB9KSA9PlxuICAgICAga2luZCA9PT0gJ2R5bmFtaWMtaW1wb3J0JyAmJiAhaXNKcyhmcm9tU3JjKGltcG9ydGVyKSkgPyB7IHBhdGg6IHRhcmdldCwgZXh0ZXJuYWw6IHRydWUgfSA6IHVuZGVmaW5lZCxcbiAgICApO1xuICAgIHJldHVybiBidWlsZC5pbml0aWFsT3B0aW9ucy5mb3JtYXQgPT09ICdlc20nID8gc3BsaXQoYnVpbGQpIDogam9pbihidWlsZCk7XG4gIH0sXG59O1xuXG5hc3luYyBmdW5jdGlvbiBzcGxpdChidWlsZDogUGx1Z2luQnVpbGQpOiBQcm9taXNlPHZvaWQ+IHtcbiAgY29uc3QgbW9kdWxlcyA9IHsgLi4uSlNfRU5UUklFUywgLi4ubGF6eUVudHJpZXMoJ2pzJykgfTtcbiAgYnVpbGQuaW5pdGlhbE9wdGlvbnMuZW50cnlQb2ludHMgPSBtb2R1bGVzO1xuICBidWlsZC5pbml0aWFsT3B0aW9ucy5jaHVua05hbWVzID0gJ2NodW5rcy9zaGFyZWQtW2hhc2hdJztcbiAgY29uc3Qgc2hhcmVkQnkgPSBhd2FpdCBzaGFyZWRJbkpzKGJ1aWxkKTtcbiAgYnVpbGQub25Mb2FkKHsgZmlsdGVyOiAvXFwudHMkLyB9LCAoeyBwYXRoOiBmaWxlIH0pID0+IHtcbiAgICBjb25zdCBuYW1lID0gZnJvbVNyYyhmaWxlKTtcbiAgICBpZiAoIU9iamVjdC52YWx1ZXMobW9kdWxlcykuaW5jbHVkZXMoYHNyYy8ke25hbWV9YCkpIHJldHVybiB1bmRlZmluZWQ7XG4gICAgY29uc3QgdGV4dCA9IHNxdWVlemVkVGVtcGxhdGVzKHJlYWRGaWxlU3luYyhmaWxlLCAndXRmOCcpKTtcbiAgICByZXR1cm4geyBjb250ZW50czogYCR7aW1wb3J0cyhzaGFyZWRCeShuYW1lKSl9ICR7dGV4dH1gLCBsb2FkZXI6ICd0cycgfTtcbiAgfSk7XG59XG5cbi8qKiBUdXJucyBlYWNoIGBpbXBvcnQoKWAgaW50byBhIHN0YXRpYyBpbXBvcnQ6IGVzYnVpbGQncyBvd24gd2F5IHdyYXBzIGFsbCBtb2R1bGVzIGluIGZ1bmN0aW9ucywgd2hpY2ggdGFrZXMgOCBrQi4gKi9cbmZ1bmN0aW9uIGpvaW4oYnVpbGQ6IFBsdWdpbkJ1aWxkKTogdm9pZCB7XG4gIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogL1xcLyg/OmNhbGxzfGxvYWQpXFwudHMkLyB9LCAoeyBwYXRoOiBmaWxlIH0pID0+IHtcbiAgICBpZiAoIWlzSnMoZnJvbVNyYyhmaWxlKSkpIHJldHVybiB1bmRlZmluZWQ7XG4gICAgY29uc3QgZm91bmQ6IHN0cmluZ1tdID0gW107XG4gICAgY29uc3QgdGV4dCA9IHNxdWVlemVkVGVtcGxhdGVzKHJlYWRGaWxlU3luYyhmaWxlLCAndXRmOCcpKS5yZXBsYWNlKFxuICAgICAgRFlOQU1JQyxcbiAgICAgIChfLCB0YXJnZXQpID0+IGBsb2FkZWQke2ZvdW5kLnB1c2goYGltcG9ydCAqIGFzIGxvYWRlZCR7Zm91bmQubGVuZ3RoICsgMX0gZnJvbSAnJHt0YXJnZXR9JztgKX1gLFxuICAgICk7XG4gICAgcmV0dXJuIHsgY29udGVudHM6IGAke2ZvdW5kLmpvaW4oJyAnKX0gJHt0ZXh0fWAsIGxvYWRlcjogJ3RzJyB9O1xuICB9KTtcbn1cblxuLyoqIFRoZSB3b3JrZXIncyBjYWxscyBsb2FkIGl0cyBjb2RlIGFzIGEgZmlsZSBvZiB0aGUgcGFja2FnZS4gVGhlIENvbW1vbkpTIGJ1aWxkIGlzIG9uZSBmaWxlLiAqL1xuZXhwb3J0IGNvbnN0IHdvcmtlckVudHJpZXM6IFBsdWdpbiA9IHtcbiAgbmFtZTogJ3dvcmtlci1lbnRyaWVzJyxcbiAgc2V0dXAoYnVpbGQpIHtcbiAgICBpZiAoYnVpbGQuaW5pdGlhbE9wdGlvbnMuZm9ybWF0ICE9PSAnZXNtJykgcmV0dXJuO1xuICAgIGJ1aWxkLm9uUmVzb2x2ZSh7IGZpbHRlcjogL15cXC5cXC9wb29sXFwudHMkLyB9LCAoeyByZXNvbHZlRGlyLCBraW5kIH0pID0+IHtcbiAgICAgIGNvbnN0IG5hbWUgPSBmcm9tU3JjKHBhdGguam9pbihyZXNvbHZlRGlyLCAncG9vbCcpKTtcbiAgICAgIHJldHVybiBraW5kID09PSAnZHluYW1pYy1pbXBvcnQnID8geyBwYXRoOiBgLi9jaHVua3MvJHtuYW1lfS5qc2AsIGV4dGVybmFsOiB0cnVlIH0gOiB1bmRlZmluZWQ7XG4gICAgfSk7XG4gIH0sXG59O1xuXG4vKiogVGhlIHdvcmtlcidzIGZpbGUgaW1wb3J0cyB0aGUgYnVpbHQgY2FsbHMgYW5kIG1vZHVsZXMsIHNvIHRoYXQgYSBwYWdlIGhhcyB0aGVtIG9uY2UuICovXG5leHBvcnQgY29uc3QgdGhyZWFkRW50cnk6IFBsdWdpbiA9IHtcbiAgbmFtZTogJ3RocmVhZC1lbnRyeScsXG4gIHNldHVwKGJ1aWxkKSB7XG4gICAgY29uc3QgYnVpbHQgPSBuZXcgTWFwKFxuICAgICAgT2JqZWN0LmVudHJpZXMoeyAuLi5KU19FTlRSSUVTLCAuLi5sYXp5RW50cmllcygnanMnKSB9KS5tYXAoKFtuYW1lLCBmaWxlXSkgPT4gW1xuICAgICAgICBmcm9tU3JjKHBhdGgucmVzb2x2ZShmaWxlKSksXG4gICAgICAgIG5hbWUsXG4gICAgICBdKSxcbiAgICApO1xuICAgIGJ1aWxkLm9uUmVzb2x2ZSh7IGZpbHRlcjogL15cXC5cXC4/XFwvLyB9LCAoeyBwYXRoOiB0YXJnZXQsIHJlc29sdmVEaXIsIGtpbmQgfSkgPT4ge1xuICAgICAgY29uc3QgbmFtZSA9IGtpbmQgPT09ICdlbnRyeS1wb2ludCcgPyB1bmRlZmluZWQgOiBidWlsdC5nZXQoZnJvbVNyYyhwYXRoLnJlc29sdmUocmVzb2x2ZURpciwgdGFyZ2V0KSkpO1xuICAgICAgcmV0dXJuIG5hbWUgPT09IHVuZGVmaW5lZCA/IHVuZGVmaW5lZCA6IHsgcGF0aDogYC4vJHtuYW1lfS5qc2AsIGV4dGVybmFsOiB0cnVlIH07XG4gICAgfSk7XG4gIH0sXG59O1xuIl0sCiAgIm1hcHBpbmdzIjogIjtBQUEyTCxTQUFTLGdCQUFBQSxxQkFBb0I7QUFDeE4sU0FBUyxvQkFBa0M7OztBQ0czQyxTQUFTLGVBQUFDLGNBQWEsZ0JBQUFDLHFCQUFvQjtBQUMxQyxPQUFPQyxXQUFVO0FBQ2pCLFNBQVMsaUJBQUFDLHNCQUFxQjs7O0FDTnFMLE9BQU8sUUFBUTs7O0FDQXpCLFNBQVMsZ0JBQUFDLHFCQUFvQjtBQUN0TyxPQUFPQyxXQUFVOzs7QUNEMEwsU0FBUyxhQUFhLG9CQUFvQjtBQUNyUCxPQUFPLFVBQVU7QUFDakIsU0FBUyxxQkFBcUI7OztBQ2dCOUIsSUFBTSxRQUNKO0FBQ0YsSUFBTSxTQUFTLENBQUMsRUFBRSxLQUFLLE1BQWEsYUFBYSxLQUFLLElBQUk7QUFFMUQsU0FBUyxTQUFTLE1BQXVCO0FBQ3ZDLFFBQU0sU0FBa0IsQ0FBQztBQUN6QixNQUFJLE9BQU87QUFDWCxhQUFXLENBQUMsSUFBSSxLQUFLLEtBQUssU0FBUyxLQUFLLEdBQUc7QUFDekMsUUFBSSxDQUFDLG9CQUFvQixLQUFLLElBQUksRUFBRyxRQUFPLEtBQUssRUFBRSxNQUFNLEtBQUssQ0FBQztBQUMvRCxZQUFRLEtBQUssTUFBTSxJQUFJLEVBQUUsU0FBUztBQUFBLEVBQ3BDO0FBQ0EsU0FBTztBQUNUO0FBR0EsU0FBUyxrQkFBa0IsUUFBbUM7QUFDNUQsUUFBTSxPQUFnQixDQUFDO0FBQ3ZCLFdBQVMsSUFBSSxHQUFHLElBQUksT0FBTyxRQUFRLEtBQUs7QUFDdEMsUUFBSSxPQUFPLENBQUMsR0FBRyxTQUFTLEtBQUs7QUFDM0IsV0FBSyxLQUFLLE9BQU8sQ0FBQyxDQUFVO0FBQzVCO0FBQUEsSUFDRjtBQUNBLFVBQU0sU0FBUyxPQUFPLEVBQUUsQ0FBQyxHQUFHLFNBQVM7QUFDckMsUUFBSSxPQUFPLElBQUksQ0FBQyxHQUFHLFNBQVMsSUFBSztBQUNqQyxTQUFLLEtBQUssT0FBTyxDQUFDLEdBQUcsU0FBUyxLQUFLLElBQUssS0FBSSxVQUFVLE9BQU8sT0FBTyxDQUFDLENBQVUsRUFBRyxNQUFLLEtBQUssT0FBTyxDQUFDLENBQVU7QUFBQSxFQUNoSDtBQUNBLFNBQU87QUFDVDtBQUdBLFNBQVMsZUFBZSxRQUFxQztBQUMzRCxRQUFNLE1BQWlCLENBQUM7QUFDeEIsTUFBSSxRQUFRO0FBQ1osTUFBSSxPQUFnQixDQUFDO0FBQ3JCLGFBQVcsU0FBUyxRQUFRO0FBQzFCLFNBQUssS0FBSyxLQUFLO0FBQ2YsUUFBSSxNQUFNLFNBQVMsTUFBTSxJQUFJLEVBQUc7QUFDaEMsUUFBSSxNQUFNLFNBQVMsTUFBTSxJQUFJLEVBQUc7QUFDaEMsUUFBSSxRQUFRLEtBQU0sTUFBTSxTQUFTLE9BQU8sTUFBTSxTQUFTLElBQU07QUFDN0QsUUFBSSxLQUFLLFNBQVMsRUFBRyxLQUFJLEtBQUssSUFBSTtBQUNsQyxXQUFPLENBQUM7QUFBQSxFQUNWO0FBQ0EsU0FBTztBQUNUO0FBRUEsSUFBTSxXQUFXLG9CQUFJLElBQUksQ0FBQyxNQUFNLFNBQVMsU0FBUyxVQUFVLFlBQVksS0FBSyxDQUFDO0FBRzlFLFNBQVMsVUFBVSxRQUFrQztBQUNuRCxRQUFNLFVBQVUsT0FBTyxVQUFVLENBQUMsRUFBRSxLQUFLLE1BQU0sU0FBUyxJQUFJLElBQUksQ0FBQztBQUNqRSxNQUFJLE9BQU8sVUFBVSxDQUFDLEdBQUcsU0FBUyxJQUFLLFFBQU8sVUFBVTtBQUN4RCxTQUFPLE9BQU8sVUFBVSxDQUFDLEVBQUUsS0FBSyxHQUFHLE1BQU0sSUFBSSxXQUFXLFNBQVMsR0FBRyxJQUFJO0FBQzFFO0FBR0EsU0FBUyxXQUFXLFFBQXVDO0FBQ3pELFFBQU0sUUFBUSxvQkFBSSxJQUFZO0FBQzlCLFFBQU0sV0FBVyxPQUFPLEtBQUssQ0FBQyxFQUFFLEtBQUssR0FBRyxNQUFNLFNBQVMsWUFBWSxJQUFJLFVBQVUsTUFBTSxDQUFDO0FBQ3hGLFNBQU8sUUFBUSxDQUFDLEVBQUUsS0FBSyxHQUFHLE1BQU07QUFDOUIsVUFBTSxPQUFPLE9BQU8sSUFBSSxDQUFDO0FBQ3pCLFNBQUssU0FBUyxTQUFTLFNBQVMsWUFBWSxJQUFJLEtBQUssUUFBUSxPQUFPLElBQUksRUFBRyxPQUFNLElBQUksS0FBSyxJQUFJO0FBQzlGLFFBQUksU0FBUyxTQUFTLElBQUksS0FBSyxRQUFRLE9BQU8sSUFBSSxFQUFHLE9BQU0sSUFBSSxLQUFLLElBQUk7QUFDeEUsUUFBSSxNQUFNLFNBQVMsT0FBTyxJQUFJLFVBQVUsTUFBTSxLQUFLLE9BQU8sT0FBTyxDQUFDLENBQVUsR0FBRztBQUU3RSxVQUFJLENBQUMsU0FBVSxPQUFNLElBQUksSUFBSTtBQUFBLElBQy9CO0FBQUEsRUFDRixDQUFDO0FBQ0QsU0FBTztBQUNUO0FBR08sU0FBUyxRQUFRLE1BQXVCO0FBQzdDLFFBQU0sV0FBVyxvQkFBSSxJQUFvQjtBQUN6QyxRQUFNLFFBQVEsb0JBQUksSUFBb0I7QUFDdEMsUUFBTSxPQUFPLG9CQUFJLElBQW9CO0FBQ3JDLFFBQU0sTUFBTSxlQUFlLGtCQUFrQixTQUFTLElBQUksQ0FBQyxDQUFDO0FBQzVELGFBQVcsVUFBVSxLQUFLO0FBQ3hCLFVBQU0sT0FBTyxPQUFPLFVBQVUsTUFBTSxDQUFDO0FBQ3JDLFVBQU0sUUFBUSxPQUFPLFVBQVUsTUFBTSxJQUFJLENBQUMsR0FBRyxTQUFTLE1BQU0sT0FBTyxNQUFNLEdBQUcsVUFBVSxNQUFNLENBQUMsSUFBSSxDQUFDO0FBQ2xHLFVBQU0sVUFBVSxNQUFNLEtBQUssQ0FBQyxFQUFFLEtBQUssTUFBTSxrQ0FBa0MsS0FBSyxJQUFJLENBQUM7QUFDckYsUUFBSSxRQUFTLE9BQU0sSUFBSSxLQUFLLE1BQU0sT0FBTyxJQUFJLENBQUMsRUFBRSxLQUFLLE1BQU0sSUFBSSxFQUFFLEtBQUssR0FBRyxDQUFDO0FBQUEsUUFDckUsVUFBUyxJQUFJLEtBQUssTUFBTSxLQUFLLElBQUk7QUFBQSxFQUN4QztBQUNBLGFBQVcsVUFBVSxLQUFLO0FBQ3hCLFVBQU0sUUFBUSxXQUFXLE1BQU07QUFDL0IsVUFBTSxLQUFLLFVBQVUsTUFBTTtBQUMzQixVQUFNLFdBQVcsT0FBTyxLQUFLLENBQUMsR0FBRyxTQUFTO0FBQzFDLFdBQU8sUUFBUSxDQUFDLE9BQU8sTUFBTTtBQUMzQixVQUFJLEtBQUssTUFBTSxDQUFDLE9BQU8sS0FBSyxLQUFLLE9BQU8sSUFBSSxDQUFDLEdBQUcsU0FBUyxJQUFLO0FBQzlELFVBQUksWUFBWSxPQUFPLElBQUksQ0FBQyxHQUFHLFNBQVMsSUFBSztBQUM3QyxVQUFJLE1BQU0sSUFBSSxNQUFNLElBQUksS0FBSyxTQUFTLElBQUksTUFBTSxJQUFJLEtBQUssTUFBTSxJQUFJLE1BQU0sSUFBSSxFQUFHO0FBQ2hGLFVBQUksQ0FBQyxLQUFLLElBQUksTUFBTSxJQUFJLEVBQUcsTUFBSyxJQUFJLE1BQU0sTUFBTSxNQUFNLElBQUk7QUFBQSxJQUM1RCxDQUFDO0FBQUEsRUFDSDtBQUNBLFNBQU8sRUFBRSxVQUFVLE9BQU8sS0FBSztBQUNqQzs7O0FEakh5SCxJQUFNLCtCQUErQjtBQW1DOUosSUFBTSxVQUFVO0FBQ2hCLElBQU0sU0FBUztBQUNmLElBQU0sUUFBUTtBQUVkLElBQU0sU0FBUyxDQUFDLE9BQU8sT0FBTyxLQUFLLE1BQU0sR0FBRyxFQUFFLFFBQVEsQ0FBQyxTQUFTLEtBQUssS0FBSyxLQUFLLENBQUMsQ0FBQztBQUVqRixTQUFTLE9BQU8sTUFBYyxhQUFxQixRQUFpQixVQUE2QixDQUFDLEdBQWE7QUFDN0csUUFBTUMsV0FBVSxvQkFBSSxJQUFzQjtBQUMxQyxhQUFXLENBQUMsRUFBRSxPQUFPLE9BQU8sRUFBRSxLQUFLLEtBQUssU0FBUyxNQUFNLEdBQUc7QUFDeEQsSUFBQUEsU0FBUSxJQUFJLE1BQU0sQ0FBQyxHQUFJQSxTQUFRLElBQUksSUFBSSxLQUFLLENBQUMsR0FBSSxHQUFHLE9BQU8sS0FBSyxDQUFDLENBQUM7QUFBQSxFQUNwRTtBQUNBLFFBQU0sUUFBUSxNQUFNLEtBQUssS0FBSyxTQUFTLEtBQUssR0FBRyxDQUFDLENBQUMsRUFBRSxLQUFLLE1BQU0sT0FBTyxLQUFLLENBQUMsRUFBRSxLQUFLO0FBQ2xGLFNBQU8sRUFBRSxHQUFHLFFBQVEsSUFBSSxHQUFHLEdBQUksU0FBUyxFQUFFLE9BQU8sSUFBSSxDQUFDLEdBQUksU0FBUyxhQUFhLE1BQU0sU0FBQUEsVUFBUyxNQUFNO0FBQ3ZHO0FBR08sU0FBUyxTQUFTLE1BQWMsUUFBMEI7QUFDL0QsUUFBTSxRQUFRLE9BQU8sTUFBTSxJQUFJO0FBQy9CLFFBQU0sU0FBUyxNQUFNLFFBQVEsQ0FBQyxNQUFNLE1BQU8sUUFBUSxLQUFLLElBQUksSUFBSSxDQUFDLENBQUMsSUFBSSxDQUFDLENBQUU7QUFDekUsUUFBTSxRQUFRLENBQUMsR0FBRyxHQUFHLE1BQU0sRUFBRSxJQUFJLENBQUMsT0FBTyxNQUFNO0FBQzdDLFVBQU0sQ0FBQyxFQUFFQyxPQUFNLFFBQVEsVUFBVSxFQUFFLElBQUksTUFBTSxJQUFJLENBQUMsSUFBSyxRQUFRLEtBQUssTUFBTSxLQUFLLENBQVcsS0FBSyxDQUFDO0FBQ2hHLFVBQU0sTUFBTSxPQUFPLENBQUM7QUFDcEIsVUFBTSxPQUFPLE1BQU0sTUFBTSxPQUFPLEdBQUcsRUFBRSxLQUFLLElBQUksS0FBSyxRQUFRLFNBQVksS0FBSztBQUM1RSxXQUFPLE9BQU8sTUFBTSxPQUFPLFVBQVVBLE9BQU0sUUFBUSxNQUFNLEtBQUssRUFBRSxPQUFPLE9BQU8sQ0FBQztBQUFBLEVBQ2pGLENBQUM7QUFDRCxTQUFPLEVBQUUsTUFBTSxPQUFPLFVBQVUsSUFBSSxJQUFJLE1BQU0sUUFBUSxDQUFDLEVBQUUsU0FBUyxNQUFNLENBQUMsR0FBRyxTQUFTLEtBQUssQ0FBQyxDQUFDLENBQUMsRUFBRTtBQUNqRztBQUdPLElBQU0sY0FBYyxjQUFjLElBQUksSUFBSSxXQUFXLDRCQUFlLENBQUM7QUFDNUUsSUFBTSxNQUFNLGNBQWMsSUFBSSxJQUFJLFVBQVUsNEJBQWUsQ0FBQztBQUU1RCxJQUFNLGFBQWEsQ0FBQyxRQUFnQixRQUNsQyxZQUFZLFFBQVEsRUFBRSxXQUFXLE1BQU0sVUFBVSxPQUFPLENBQUMsRUFDdEQsT0FBTyxDQUFDLFNBQVMsS0FBSyxTQUFTLEdBQUcsQ0FBQyxFQUNuQyxJQUFJLENBQUMsU0FBUyxLQUFLLE1BQU0sS0FBSyxHQUFHLEVBQUUsS0FBSyxHQUFHLENBQUMsRUFDNUMsS0FBSztBQUdILElBQU0sU0FBUyxDQUFDLFNBQ3JCLEtBQ0csU0FBUyxhQUFhLElBQUksRUFDMUIsTUFBTSxLQUFLLEdBQUcsRUFDZCxLQUFLLEdBQUcsRUFDUixRQUFRLFdBQVcsRUFBRTtBQUduQixTQUFTLGNBQXFDO0FBQ25ELFNBQU8sSUFBSTtBQUFBLElBQ1QsV0FBVyxhQUFhLE9BQU8sRUFBRSxJQUFJLENBQUMsU0FBUztBQUM3QyxZQUFNLE9BQU8sS0FBSyxRQUFRLFdBQVcsRUFBRTtBQUN2QyxhQUFPLENBQUMsTUFBTSxTQUFTLE1BQU0sYUFBYSxLQUFLLEtBQUssYUFBYSxJQUFJLEdBQUcsTUFBTSxDQUFDLENBQUM7QUFBQSxJQUNsRixDQUFDO0FBQUEsRUFDSDtBQUNGO0FBTUEsU0FBUyxVQUFVLFNBQXFEO0FBQ3RFLFFBQU0sUUFBUSxXQUFXLEtBQUssS0FBSyxFQUFFLElBQUksQ0FBQyxTQUFTLGFBQWEsS0FBSyxLQUFLLEtBQUssSUFBSSxHQUFHLE1BQU0sQ0FBQztBQUM3RixRQUFNLFFBQVEsTUFBTSxPQUFPLENBQUMsU0FBUyxLQUFLLFNBQVMsT0FBTyxDQUFDLEVBQUUsUUFBUSxDQUFDLFNBQVMsS0FBSyxNQUFNLGVBQWUsS0FBSyxDQUFDLENBQUM7QUFDaEgsUUFBTSxRQUFRLENBQUMsR0FBRyxRQUFRLE9BQU8sQ0FBQyxFQUFFLFFBQVEsQ0FBQyxFQUFFLE1BQU0sTUFBTSxNQUFNLFFBQVEsQ0FBQyxTQUFTLEtBQUssS0FBSyxDQUFDO0FBQzlGLFNBQU8sb0JBQUksSUFBSSxDQUFDLEdBQUcsT0FBTyxHQUFHLE9BQU8sUUFBUSxNQUFNLENBQUM7QUFDckQ7QUFHTyxTQUFTLGFBQWEsU0FBMEU7QUFDckcsUUFBTSxRQUFRLENBQUMsR0FBRyxRQUFRLE9BQU8sQ0FBQztBQUNsQyxRQUFNLE9BQU8sVUFBVSxPQUFPO0FBQzlCLFFBQU0sUUFBUSxvQkFBSSxJQUFvQjtBQUN0QyxhQUFXLFFBQVEsTUFBTSxRQUFRLENBQUMsRUFBRSxTQUFTLE1BQU0sQ0FBQyxHQUFHLFFBQVEsQ0FBQyxFQUFHLE9BQU0sSUFBSSxPQUFPLE1BQU0sSUFBSSxJQUFJLEtBQUssS0FBSyxDQUFDO0FBQzdHLFNBQU8sSUFBSTtBQUFBLElBQ1QsTUFBTSxJQUFJLENBQUMsRUFBRSxNQUFNLE1BQU0sU0FBUyxNQUFNO0FBQ3RDLFlBQU0sTUFBTSxDQUFDLEdBQUcsUUFBUSxFQUFFLE9BQU8sQ0FBQyxTQUFTLENBQUMsS0FBSyxJQUFJLElBQUksTUFBTSxNQUFNLElBQUksSUFBSSxLQUFLLEtBQUssQ0FBQztBQUN4RixhQUFPLENBQUMsTUFBTSxJQUFJLElBQUksSUFBSSxJQUFJLENBQUMsU0FBUyxDQUFDLE1BQU0sR0FBRyxJQUFJLE9BQU8sS0FBSyxRQUFRLE9BQU8sR0FBRyxDQUFDLEVBQUUsQ0FBQyxDQUFDLENBQUM7QUFBQSxJQUM1RixDQUFDO0FBQUEsRUFDSDtBQUNGOzs7QURuR0EsSUFBTSxVQUFVO0FBR1QsU0FBUyxnQkFBZ0IsTUFBc0I7QUFDcEQsU0FBTyxLQUFLLFFBQVEsU0FBUyxDQUFDLFlBQVksUUFBUSxRQUFRLFVBQVUsRUFBRSxDQUFDO0FBQ3pFO0FBRUEsSUFBTSxTQUFTLENBQUMsU0FBaUIsS0FBSyxLQUFLLElBQUk7QUFDL0MsSUFBTSxhQUFhLENBQUMsU0FBaUIsaUJBQWlCLEtBQUssSUFBSTtBQUd4RCxTQUFTLGNBQWMsTUFBc0I7QUFDbEQsUUFBTSxXQUFXLENBQUMsU0FDaEIsS0FDRyxLQUFLLEVBQ0w7QUFBQSxJQUFRO0FBQUEsSUFBb0IsQ0FBQyxHQUFHLEdBQVcsTUFDekMsT0FBTyxDQUFDLEtBQUssT0FBTyxDQUFDLEtBQU8sV0FBVyxDQUFDLEtBQUssV0FBVyxDQUFDLElBQUssR0FBRyxDQUFDLE1BQU07QUFBQSxFQUMzRTtBQUNKLFNBQU8sS0FBSyxNQUFNLElBQUksRUFBRSxJQUFJLFFBQVEsRUFBRSxLQUFLLElBQUk7QUFDakQ7QUFHTyxJQUFNLGNBQWMsQ0FBQyxTQUFpQixjQUFjLGdCQUFnQixJQUFJLENBQUM7QUFHaEYsSUFBSTtBQUNKLFNBQVMsV0FBVztBQUNsQixNQUFJLENBQUMsT0FBTztBQUNWLFVBQU0sVUFBVSxZQUFZO0FBQzVCLFlBQVEsRUFBRSxTQUFTLFNBQVMsYUFBYSxPQUFPLEVBQUU7QUFBQSxFQUNwRDtBQUNBLFNBQU87QUFDVDtBQUdBLFNBQVMsV0FBVyxNQUFjLEVBQUUsTUFBTSxTQUFBQyxTQUFRLEdBQWEsUUFBMEI7QUFDdkYsUUFBTSxFQUFFLFFBQVEsSUFBSSxTQUFTO0FBQzdCLFFBQU0sUUFBUSxJQUFJLElBQUksUUFBUSxJQUFJLElBQUksQ0FBQztBQUN2QyxhQUFXLENBQUMsTUFBTSxRQUFRLEtBQUssQ0FBQyxHQUFHLE9BQU8sU0FBUyxHQUFHQSxRQUFPLEdBQUc7QUFDOUQsZUFBVyxRQUFRLFVBQVU7QUFDM0IsWUFBTSxTQUFTLFFBQVEsSUFBSSxJQUFJLEdBQUcsSUFBSSxJQUFJO0FBQzFDLFVBQUksT0FBUSxPQUFNLElBQUksTUFBTSxNQUFNO0FBQUEsSUFDcEM7QUFBQSxFQUNGO0FBQ0EsTUFBSSxNQUFNLFNBQVMsRUFBRyxRQUFPO0FBQzdCLFNBQU8sS0FBSyxRQUFRLDJCQUEyQixDQUFDLFNBQVMsTUFBTSxJQUFJLElBQUksS0FBSyxJQUFJO0FBQ2xGO0FBR0EsSUFBTSxXQUFXLENBQUMsRUFBRSxNQUFNLE1BQWdCLE1BQU0sT0FBTyxDQUFDLEVBQUUsT0FBTyxNQUFNLFdBQVcsVUFBYSxXQUFXLE1BQU07QUFHaEgsU0FBUyxXQUFXLE1BQWdCLE1BQWdCLFVBQTJCO0FBQzdFLE1BQUksS0FBSyxXQUFXLE9BQVcsUUFBTyxZQUFZO0FBQ2xELFNBQU8sV0FBVyxHQUFHLFFBQVEsaUJBQWlCLEtBQUssUUFBUSxDQUFDLENBQUMsS0FBSyxJQUFJLEtBQUssTUFBTSxRQUFRLElBQUksQ0FBQztBQUNoRztBQVNPLFNBQVMsV0FBVyxNQUFjLFNBQVNDLGNBQWEsTUFBTSxNQUFNLEdBQVc7QUFDcEYsUUFBTSxPQUFPLE9BQU8sSUFBSTtBQUN4QixRQUFNLE1BQU0sU0FBUyxNQUFNLE1BQU07QUFDakMsUUFBTSxFQUFFLE1BQU0sSUFBSTtBQUNsQixRQUFNLFdBQVcsQ0FBQyxHQUFHLElBQUksSUFBSSxNQUFNLFFBQVEsQ0FBQyxFQUFFLFNBQUFELFNBQVEsTUFBTSxDQUFDLEdBQUdBLFNBQVEsS0FBSyxDQUFDLENBQUMsQ0FBQyxDQUFDO0FBQ2pGLFFBQU0sV0FBVyxDQUFDLE1BQWMsTUFBYztBQUM1QyxVQUFNLFNBQVNFLE1BQUssS0FBSyxhQUFhLEdBQUcsSUFBSSxPQUFPO0FBQ3BELFVBQU0sT0FBT0EsTUFBSyxTQUFTQSxNQUFLLFFBQVEsSUFBSSxHQUFHLE1BQU0sRUFBRSxNQUFNQSxNQUFLLEdBQUcsRUFBRSxLQUFLLEdBQUc7QUFDL0UsV0FBTyxXQUFXLENBQUMsU0FBUyxLQUFLLFVBQVUsS0FBSyxXQUFXLEdBQUcsSUFBSSxPQUFPLEtBQUssSUFBSSxFQUFFLENBQUM7QUFBQSxFQUN2RjtBQUNBLFFBQU0sVUFBVSxDQUFDLFNBQTZCO0FBQzVDLFVBQU0sYUFBYSxDQUFDLEdBQUcsS0FBSyxPQUFPLEVBQUUsUUFBUSxDQUFDLENBQUMsTUFBTSxLQUFLLE1BQU07QUFDOUQsWUFBTSxLQUFLLFNBQVMsRUFBRSxRQUFRLElBQUksSUFBSTtBQUN0QyxZQUFNLE9BQU8sU0FBUyxFQUFFLEVBQUUsT0FBTyxDQUFDLEVBQUUsU0FBUyxNQUFNLE1BQU0sS0FBSyxDQUFDLFNBQVMsU0FBUyxJQUFJLElBQUksQ0FBQyxDQUFDO0FBQzNGLGFBQU8sS0FBSyxJQUFJLENBQUMsU0FBUyxXQUFXLElBQUksTUFBTSxJQUFJLFNBQVMsUUFBUSxJQUFJLENBQUMsRUFBRSxDQUFDO0FBQUEsSUFDOUUsQ0FBQztBQUNELFVBQU0sVUFBVSxTQUFTLEdBQUcsRUFBRSxPQUFPLENBQUMsVUFBVSxDQUFDLEdBQUcsTUFBTSxTQUFTLEtBQUssQ0FBQyxFQUFFLEtBQUssQ0FBQyxTQUFTLEtBQUssS0FBSyxJQUFJLElBQUksQ0FBQyxDQUFDO0FBQzlHLFdBQU8sQ0FBQyxHQUFHLG9CQUFJLElBQUksQ0FBQyxHQUFHLFlBQVksR0FBRyxRQUFRLElBQUksQ0FBQyxVQUFVLFdBQVcsS0FBSyxLQUFLLENBQUMsQ0FBQyxDQUFDLENBQUM7QUFBQSxFQUN4RjtBQUNBLFFBQU0sV0FBVyxDQUFDLFNBQW1CO0FBQ25DLFVBQU0sUUFBUSxRQUFRLElBQUk7QUFDMUIsV0FBTztBQUFBLE1BQ0wsU0FBUyxLQUFLLFVBQVUsSUFBSSxDQUFDLFdBQVcsS0FBSyxVQUFVLFlBQVksV0FBVyxNQUFNLE1BQU0sTUFBTSxDQUFDLENBQWEsQ0FBQyxDQUFDLENBQUM7QUFBQSxNQUNqSCxHQUFJLE1BQU0sU0FBUyxJQUFJLENBQUMsaUJBQWlCLE1BQU0sS0FBSyxJQUFJLENBQUMsR0FBRyxJQUFJLENBQUM7QUFBQSxNQUNqRSxHQUFJLEtBQUssY0FBYyxJQUFJLENBQUMsZ0JBQWdCLEtBQUssV0FBVyxFQUFFLElBQUksQ0FBQztBQUFBLE1BQ25FLEdBQUksS0FBSyxTQUFTLElBQUksTUFBTSxJQUFJLENBQUMsWUFBWSxJQUFJLENBQUM7QUFBQSxJQUNwRCxFQUFFLEtBQUssSUFBSTtBQUFBLEVBQ2I7QUFDQSxRQUFNLENBQUMsT0FBTyxHQUFHLFFBQVEsSUFBSTtBQUM3QixRQUFNLFVBQVUsQ0FBQyxHQUFHLElBQUksSUFBSSxTQUFTLElBQUksQ0FBQyxFQUFFLE9BQU8sTUFBTSxNQUFNLENBQUMsQ0FBQyxFQUFFLElBQUksQ0FBQyxXQUFXO0FBQ2pGLFVBQU0sVUFBVSxTQUFTO0FBQUEsTUFBUSxDQUFDLE1BQU0sTUFDdEMsS0FBSyxXQUFXLFNBQVMsS0FBSyxRQUFRLElBQUksQ0FBQyxXQUFXLEdBQUcsTUFBTSxNQUFNLElBQUksQ0FBQyxFQUFFLElBQUksQ0FBQztBQUFBLElBQ25GO0FBQ0EsV0FBTyxHQUFHLE1BQU0sT0FBTyxRQUFRLEtBQUssSUFBSSxDQUFDO0FBQUEsRUFDM0MsQ0FBQztBQUNELFNBQU87QUFBQSxJQUNMLEdBQUcsU0FBUyxJQUFJLFFBQVE7QUFBQSxJQUN4QixHQUFHLFNBQVMsSUFBSSxDQUFDLE1BQU0sTUFBTSxVQUFVLElBQUksQ0FBQyxRQUFRLFNBQVMsSUFBSSxDQUFDLEtBQUs7QUFBQSxJQUN2RSxrQkFBa0IsU0FBUyxLQUFLLENBQUMsR0FBRyxRQUFRLFNBQVMsSUFBSSxnQkFBZ0IsUUFBUSxLQUFLLElBQUksQ0FBQyxPQUFPLEVBQUU7QUFBQSxJQUNwRztBQUFBLElBQ0E7QUFBQSxFQUNGLEVBQUUsS0FBSyxJQUFJO0FBQ2I7OztBRG5IQSxJQUFNLENBQUMsTUFBTSxLQUFLLElBQUksQ0FBQyxVQUFVLFFBQVE7QUFHekMsSUFBTSxhQUFhO0FBTVosU0FBUyxjQUFjLE9BQW9DO0FBQ2hFLE1BQUksTUFBTSxLQUFLLENBQUMsU0FBUyxLQUFLLFNBQVMsSUFBSSxDQUFDO0FBQzFDLFVBQU0sSUFBSSxNQUFNLDREQUF1RDtBQUN6RSxRQUFNLFFBQVEsZ0JBQWdCLE1BQU0sS0FBSyxJQUFJLENBQUM7QUFDOUMsTUFBSSxNQUFNLE1BQU0sSUFBSSxFQUFFLFdBQVcsTUFBTSxPQUFRLE9BQU0sSUFBSSxNQUFNLG9EQUErQztBQUM5RyxRQUFNLFdBQVcsQ0FBQyxjQUF1QixXQUFXLEtBQUssU0FBUyxJQUFJLEtBQUs7QUFDM0UsUUFBTSxPQUFPLENBQUMsU0FDWixLQUNHLEtBQUssRUFDTCxRQUFRLGtDQUFrQyxDQUFDLEdBQUcsV0FBbUIsU0FBUyxTQUFTLE1BQU0sQ0FBQyxFQUMxRixRQUFRLHlCQUF5QixDQUFDLEdBQUcsV0FBbUIsT0FBTyxTQUFTLE1BQU0sQ0FBQztBQUNwRixRQUFNLFdBQVcsY0FBYyxNQUFNLE1BQU0sSUFBSSxFQUFFLElBQUksSUFBSSxFQUFFLEtBQUssSUFBSSxDQUFDO0FBQ3JFLFNBQU8sU0FBUyxXQUFXLE9BQU8sR0FBRyxFQUFFLE1BQU0sSUFBSTtBQUNuRDtBQUdBLFNBQVMsV0FBVyxVQUFpRztBQUNuSCxNQUFJLEdBQUcsZ0NBQWdDLFFBQVEsRUFBRyxRQUFPLENBQUMsUUFBUTtBQUNsRSxTQUFPLENBQUMsU0FBUyxNQUFNLEdBQUcsU0FBUyxjQUFjLElBQUksQ0FBQyxFQUFFLFFBQVEsTUFBTSxPQUFPLENBQUM7QUFDaEY7QUFHTyxTQUFTLGtCQUFrQixRQUF3QjtBQUN4RCxNQUFJLENBQUMsT0FBTyxTQUFTLE9BQU8sRUFBRyxRQUFPO0FBQ3RDLFFBQU0sT0FBTyxHQUFHLGlCQUFpQixhQUFhLFFBQVEsR0FBRyxhQUFhLE1BQU07QUFDNUUsUUFBTSxRQUF3RCxDQUFDO0FBQy9ELFFBQU0sUUFBUSxDQUFDLFNBQWtCO0FBQy9CLFFBQUksR0FBRywyQkFBMkIsSUFBSSxLQUFLLEtBQUssSUFBSSxRQUFRLElBQUksTUFBTSxRQUFRO0FBQzVFLFlBQU0sU0FBUyxXQUFXLEtBQUssUUFBUSxFQUFFLElBQUksQ0FBQyxZQUFZO0FBQ3hELGNBQU0sT0FBTyxRQUFRLFFBQVEsSUFBSTtBQUNqQyxjQUFNLFVBQVUsS0FBSyxTQUFTLElBQUksSUFBSSxJQUFJO0FBQzFDLGVBQU8sRUFBRSxPQUFPLFFBQVEsU0FBUyxJQUFJLElBQUksR0FBRyxLQUFLLFFBQVEsT0FBTyxJQUFJLFFBQVE7QUFBQSxNQUM5RSxDQUFDO0FBQ0QsWUFBTSxRQUFRLGNBQWMsT0FBTyxJQUFJLENBQUMsRUFBRSxPQUFPLElBQUksTUFBTSxPQUFPLE1BQU0sT0FBTyxHQUFHLENBQUMsQ0FBQztBQUNwRixhQUFPLFFBQVEsQ0FBQyxPQUFPLE1BQU07QUFDM0IsY0FBTSxLQUFLLEVBQUUsR0FBRyxPQUFPLE1BQU0sTUFBTSxDQUFDLEVBQVksQ0FBQztBQUFBLE1BQ25ELENBQUM7QUFBQSxJQUNIO0FBQ0EsT0FBRyxhQUFhLE1BQU0sS0FBSztBQUFBLEVBQzdCO0FBQ0EsUUFBTSxJQUFJO0FBQ1YsTUFBSSxXQUFXO0FBQ2YsTUFBSSxLQUFLO0FBQ1QsYUFBVyxFQUFFLE9BQU8sS0FBSyxLQUFLLEtBQUssTUFBTSxLQUFLLENBQUMsR0FBRyxNQUFNLEVBQUUsUUFBUSxFQUFFLEtBQUssR0FBRztBQUMxRSxnQkFBWSxPQUFPLE1BQU0sSUFBSSxLQUFLLElBQUk7QUFDdEMsU0FBSztBQUFBLEVBQ1A7QUFDQSxTQUFPLFdBQVcsT0FBTyxNQUFNLEVBQUU7QUFDbkM7OztBRC9Ec0gsSUFBTUMsZ0NBQStCO0FBYTNKLElBQU1DLE9BQU1DLGVBQWMsSUFBSSxJQUFJLFVBQVVGLDZCQUFlLENBQUM7QUFDNUQsSUFBTSxPQUFPRSxlQUFjLElBQUksSUFBSSxXQUFXRiw2QkFBZSxDQUFDO0FBR3ZELElBQU0sVUFBVTtBQUFBLEVBQ3JCLE9BQU87QUFBQSxFQUNQLE1BQU07QUFBQSxFQUNOLEtBQUs7QUFBQSxFQUNMLE1BQU07QUFBQSxFQUNOLE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLE1BQU07QUFDUjtBQU1PLElBQU0sYUFBYSxFQUFFLElBQUksa0JBQWtCO0FBRzNDLElBQU0saUJBQWlCLEVBQUUsYUFBYSx5QkFBeUI7QUFNL0QsSUFBTSxlQUFlLEVBQUUsTUFBTSxvQkFBb0I7QUFHakQsSUFBTSxpQkFBaUIsRUFBRSxhQUFhLDBCQUEwQjtBQUd2RSxJQUFNLFVBQVU7QUFHVCxJQUFNLGtCQUFrQixFQUFFLEtBQUssa0JBQWtCLGNBQWMsa0JBQWtCO0FBR3hGLElBQU0sWUFBWTtBQUdYLElBQU0sVUFBVSxDQUFDLFNBQWlCRyxNQUFLLFNBQVNGLE1BQUssSUFBSSxFQUFFLE1BQU1FLE1BQUssR0FBRyxFQUFFLEtBQUssR0FBRztBQUUxRixJQUFNLE9BQU8sQ0FBQyxTQUFpQkMsY0FBYUQsTUFBSyxLQUFLRixNQUFLLElBQUksR0FBRyxNQUFNO0FBQ3hFLElBQU0sV0FBVyxDQUFDLE1BQWMsU0FBUyxPQUFPRSxNQUFLLE1BQU0sS0FBS0EsTUFBSyxNQUFNLFFBQVEsSUFBSSxHQUFHLE1BQU07QUFFaEcsU0FBUyxVQUFvQjtBQUMzQixRQUFNLFFBQVFFLGFBQVlKLE1BQUssRUFBRSxXQUFXLE1BQU0sVUFBVSxPQUFPLENBQUMsRUFBRSxJQUFJLENBQUMsU0FBUyxLQUFLLE1BQU1FLE1BQUssR0FBRyxFQUFFLEtBQUssR0FBRyxDQUFDO0FBQ2xILFNBQU8sTUFBTSxPQUFPLENBQUMsU0FBUyxnQkFBZ0IsS0FBSyxJQUFJLEtBQUssQ0FBQyxRQUFRLEtBQUssSUFBSSxDQUFDLEVBQUUsS0FBSztBQUN4RjtBQUdPLElBQU0sVUFBVTtBQUV2QixJQUFNLFNBQVM7QUFHZixTQUFTLFNBQVMsT0FBeUI7QUFDekMsUUFBTSxNQUFNLE1BQU0sTUFBTSxHQUFHLEVBQUUsSUFBSSxDQUFDLFNBQVMsS0FBSyxLQUFLLEVBQUUsUUFBUSxVQUFVLEVBQUUsQ0FBQztBQUM1RSxTQUFPLElBQUksT0FBTyxDQUFDLFNBQVMsU0FBUyxNQUFNLENBQUMsS0FBSyxXQUFXLE9BQU8sQ0FBQztBQUN0RTtBQUVPLElBQU0sT0FBTyxDQUFDLFNBQWlCLEtBQUssV0FBVyxLQUFLO0FBSzNELElBQU0sWUFBWSxDQUFDLFNBQTJCLGVBQWUsS0FBSyxJQUFJLElBQUksQ0FBQyxLQUE2QjtBQU1qRyxTQUFTLFlBQVksS0FBYyxRQUFrQjtBQUMxRCxRQUFNLFVBQW9CLE9BQU8sT0FBTyxFQUFFLEdBQUcsU0FBUyxHQUFHLFlBQVksR0FBRyxlQUFlLENBQUM7QUFDeEYsUUFBTSxPQUFPLFFBQVEsRUFDbEIsT0FBTyxDQUFDLFNBQVMsVUFBVSxJQUFJLE1BQU0sRUFBRSxFQUN2QyxRQUFRLENBQUMsU0FBUyxNQUFNLEtBQUssS0FBSyxJQUFJLEVBQUUsU0FBUyxPQUFPLEdBQUcsQ0FBQyxDQUFDLEVBQUUsTUFBTSxNQUFNLFNBQVMsTUFBTSxNQUFNLENBQUMsQ0FBQztBQUNyRyxTQUFPLENBQUMsR0FBRyxJQUFJLElBQUksSUFBSSxDQUFDLEVBQ3JCLE9BQU8sQ0FBQyxTQUFTLENBQUMsUUFBUSxTQUFTLE9BQU8sSUFBSSxFQUFFLENBQUMsRUFDakQsSUFBSSxDQUFDLFNBQVMsS0FBSyxRQUFRLFNBQVMsRUFBRSxDQUFDLEVBQ3ZDLEtBQUs7QUFDVjtBQU1PLFNBQVMsWUFBWSxLQUFjLFFBQWdDO0FBQ3hFLFNBQU8sT0FBTyxZQUFZLFlBQVksRUFBRSxFQUFFLElBQUksQ0FBQyxTQUFTLENBQUMsVUFBVSxJQUFJLElBQUksT0FBTyxJQUFJLEtBQUssQ0FBQyxDQUFDO0FBQy9GO0FBZ0JBLFNBQVMsY0FBd0I7QUFDL0IsUUFBTSxRQUFRRyxhQUFZLE1BQU0sRUFBRSxXQUFXLE1BQU0sVUFBVSxPQUFPLENBQUMsRUFBRSxPQUFPLENBQUMsU0FBUyxLQUFLLFNBQVMsT0FBTyxDQUFDO0FBQzlHLFNBQU8sTUFBTSxLQUFLLEVBQUUsSUFBSSxDQUFDLFNBQVNDLE1BQUssS0FBSyxXQUFXLElBQUksQ0FBQztBQUM5RDtBQVdBLGVBQXNCLFFBQ3BCLE9BQ0EsY0FBaUMsQ0FBQyxZQUFZLEdBQUcsWUFBWSxFQUFFLElBQUksQ0FBQyxTQUFTLEdBQUcsSUFBSSxLQUFLLENBQUMsR0FDMUU7QUFDaEIsUUFBTSxFQUFFLFNBQVMsSUFBSSxNQUFNLE1BQU0sUUFBUSxNQUFNO0FBQUEsSUFDN0MsYUFBYSxZQUFZLElBQUksQ0FBQyxTQUFTQSxNQUFLLEtBQUtDLE1BQUssSUFBSSxDQUFDO0FBQUEsSUFDM0QsU0FBUyxNQUFNLGVBQWUsU0FBUyxPQUFPLENBQUMsRUFBRSxLQUFLLE1BQU0sU0FBUyxXQUFXLEtBQUssQ0FBQztBQUFBLElBQ3RGLEdBQUcsRUFBRSxRQUFRLE1BQU0sUUFBUSxPQUFPLFFBQVEsUUFBUSxPQUFPLE9BQU8sVUFBVSxNQUFNLFVBQVUsU0FBUztBQUFBLEVBQ3JHLENBQUM7QUFDRCxTQUFPLElBQUk7QUFBQSxJQUNULE9BQU8sUUFBUSxVQUFVLFVBQVUsQ0FBQyxDQUFDLEVBQUUsSUFBSSxDQUFDLENBQUMsTUFBTSxFQUFFLFNBQUFDLFNBQVEsQ0FBQyxNQUFNO0FBQ2xFLFlBQU0sZ0JBQWdCQSxTQUFRLE9BQU8sQ0FBQyxFQUFFLEtBQUssTUFBTSxTQUFTLGtCQUFrQjtBQUM5RSxZQUFNLFFBQVE7QUFBQSxRQUNaLFNBQVMsY0FBYyxJQUFJLENBQUMsU0FBUyxRQUFRRixNQUFLLFFBQVEsS0FBSyxJQUFJLENBQUMsQ0FBQztBQUFBLFFBQ3JFLE9BQU8sY0FBYyxTQUFTRSxTQUFRO0FBQUEsTUFDeEM7QUFDQSxhQUFPLENBQUMsUUFBUUYsTUFBSyxRQUFRLElBQUksQ0FBQyxHQUFHLEtBQUs7QUFBQSxJQUM1QyxDQUFDO0FBQUEsRUFDSDtBQUNGO0FBR08sU0FBUyxZQUFZLE9BQWMsTUFBYyxRQUFRLG9CQUFJLElBQVksR0FBZ0I7QUFDOUYsTUFBSSxNQUFNLElBQUksSUFBSSxFQUFHLFFBQU87QUFDNUIsUUFBTSxJQUFJLElBQUk7QUFDZCxhQUFXLFFBQVEsTUFBTSxJQUFJLElBQUksR0FBRyxXQUFXLENBQUMsRUFBRyxhQUFZLE9BQU8sTUFBTSxLQUFLO0FBQ2pGLFNBQU87QUFDVDtBQUdBLElBQU0sUUFBUSxDQUFDLGVBQWUsZUFBZTtBQUc3QyxJQUFNLFVBQVU7QUFBQSxFQUNkO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFDRjtBQUdBLElBQU0sa0JBQWtCO0FBT3hCLFNBQVMsT0FBTyxPQUF3QjtBQUN0QyxRQUFNLE9BQU8sWUFBWSxPQUFPLFVBQVU7QUFDMUMsUUFBTSxPQUFPLFlBQVksRUFBRSxJQUFJLENBQUMsVUFBVSxFQUFFLE1BQU0sR0FBRyxJQUFJLE9BQU8sT0FBTyxZQUFZLE9BQU8sR0FBRyxJQUFJLEtBQUssRUFBRSxFQUFFO0FBQzFHLFNBQU8sQ0FBQyxHQUFHLE1BQU0sS0FBSyxDQUFDLEVBQUUsT0FBTyxDQUFDLFNBQVM7QUFDeEMsVUFBTSxRQUFRLEtBQUssT0FBTyxDQUFDLEVBQUUsTUFBTSxNQUFNLE1BQU0sSUFBSSxJQUFJLENBQUM7QUFDeEQsVUFBTSxZQUFZLE1BQU0sTUFBTSxDQUFDLEVBQUUsS0FBSyxNQUFNLFFBQVEsU0FBUyxJQUFJLENBQUM7QUFDbEUsVUFBTSxXQUFXLE1BQU0sU0FBUyxLQUFLLE1BQU0sS0FBSyxDQUFDLEVBQUUsS0FBSyxNQUFNLE1BQU0sU0FBUyxJQUFJLENBQUMsS0FBSyxDQUFDO0FBQ3hGLFVBQU0sUUFBUSxDQUFDLEdBQUcsWUFBWSxPQUFPLElBQUksQ0FBQyxFQUFFLEtBQUssQ0FBQyxTQUFTLE1BQU0sSUFBSSxJQUFJLEdBQUcsU0FBUyxnQkFBZ0IsS0FBSyxJQUFJLENBQUM7QUFDL0csV0FBTyxDQUFDLFVBQVUsWUFBYSxLQUFLLElBQUksSUFBSSxLQUFLLE1BQU0sU0FBUztBQUFBLEVBQ2xFLENBQUM7QUFDSDtBQUVPLElBQU0sVUFBVSxDQUFDLFVBQ3RCLE1BQU0sSUFBSSxDQUFDLFNBQVMsVUFBVSxLQUFLLFVBQVVBLE1BQUssS0FBS0MsTUFBSyxJQUFJLENBQUMsQ0FBQyxHQUFHLEVBQUUsS0FBSyxHQUFHO0FBUTFFLElBQU0sWUFBb0I7QUFBQSxFQUMvQixNQUFNO0FBQUEsRUFDTixNQUFNLE1BQU0sT0FBTztBQUNqQixVQUFNLE9BQU8sWUFBWTtBQUN6QixVQUFNLGVBQWUsY0FBYyxFQUFFLEdBQUcsU0FBUyxHQUFHLEtBQUs7QUFDekQsVUFBTSxlQUFlLGFBQWE7QUFDbEMsVUFBTSxRQUFRLE1BQU0sUUFBUSxLQUFLO0FBQ2pDLFVBQU0sT0FBTyxPQUFPLEtBQUs7QUFDekIsVUFBTSxRQUFRLG9CQUFJLElBQUksQ0FBQyxHQUFHLE9BQU8sT0FBTyxPQUFPLEdBQUcsR0FBRyxPQUFPLE9BQU8sSUFBSSxDQUFDLENBQUM7QUFDekUsVUFBTSxPQUFPLEVBQUUsUUFBUSxRQUFRLEdBQUcsQ0FBQyxFQUFFLE1BQU0sS0FBSyxNQUFNO0FBQ3BELFlBQU0sT0FBTyxRQUFRLElBQUk7QUFDekIsVUFBSSxDQUFDLE1BQU0sSUFBSSxPQUFPLElBQUksRUFBRSxFQUFHLFFBQU87QUFDdEMsWUFBTSxVQUFVLENBQUMsR0FBRyxZQUFZLE9BQU8sTUFBTSxJQUFJLElBQUksSUFBSSxPQUFPLFVBQVUsQ0FBQyxFQUFFO0FBQUEsUUFBTyxDQUFDLFNBQ25GLEtBQUssU0FBUyxPQUFPO0FBQUEsTUFDdkI7QUFFQSxZQUFNLE9BQU8sa0JBQWtCRSxjQUFhLE1BQU0sTUFBTSxDQUFDO0FBQ3pELGFBQU8sRUFBRSxVQUFVLEdBQUcsUUFBUSxDQUFDLEdBQUcsU0FBUyxHQUFHLElBQUksQ0FBQyxDQUFDLElBQUksSUFBSSxJQUFJLFFBQVEsS0FBSztBQUFBLElBQy9FLENBQUM7QUFBQSxFQUNIO0FBQ0Y7QUFHQSxTQUFTLGNBQW1DO0FBQzFDLFFBQU1DLFVBQVMsb0JBQUksSUFBb0I7QUFDdkMsYUFBVyxRQUFRLFFBQVEsRUFBRSxPQUFPLENBQUNDLFVBQVMsVUFBVSxLQUFLQSxLQUFJLENBQUMsR0FBRztBQUNuRSxlQUFXLENBQUMsRUFBRSxRQUFRLElBQUksTUFBTSxLQUFLLEtBQUssSUFBSSxFQUFFLFNBQVMsTUFBTSxHQUFHO0FBQ2hFLFlBQU0sT0FBTyxTQUFTLE1BQU0sTUFBTTtBQUNsQyxVQUFJLFVBQVUsS0FBSyxJQUFJLEVBQUc7QUFDMUIsaUJBQVcsUUFBUSxTQUFTLEtBQUssR0FBRztBQUNsQyxjQUFNLFFBQVFELFFBQU8sSUFBSSxJQUFJLEtBQUs7QUFDbEMsWUFBSSxVQUFVO0FBQ1osZ0JBQU0sSUFBSSxNQUFNLG1CQUFtQixJQUFJLFFBQVEsS0FBSyxXQUFXLElBQUksMEJBQTBCO0FBQy9GLFFBQUFBLFFBQU8sSUFBSSxNQUFNLElBQUk7QUFBQSxNQUN2QjtBQUFBLElBQ0Y7QUFBQSxFQUNGO0FBQ0EsU0FBT0E7QUFDVDtBQU1PLElBQU0sYUFBcUI7QUFBQSxFQUNoQyxNQUFNO0FBQUEsRUFDTixNQUFNLE9BQU87QUFDWCxVQUFNLGVBQWUsY0FBYyxFQUFFLEdBQUcsU0FBUyxVQUFVLGNBQWM7QUFDekUsVUFBTSxVQUFVLEVBQUUsUUFBUSxnQkFBZ0IsR0FBRyxPQUFPLEVBQUUsTUFBTSxZQUFZLFdBQVcsY0FBYyxFQUFFO0FBQ25HLFVBQU0sT0FBTyxFQUFFLFFBQVEsTUFBTSxXQUFXLGNBQWMsR0FBRyxPQUFPO0FBQUEsTUFDOUQsVUFBVTtBQUFBO0FBQUEsUUFFUixRQUFRLFlBQVksQ0FBQztBQUFBLFFBQ3JCLEdBQUcsTUFBTSxLQUFLLFlBQVksR0FBRyxDQUFDLENBQUMsTUFBTSxJQUFJLE1BQU0sWUFBWSxJQUFJLGNBQWMsSUFBSSxJQUFJO0FBQUEsTUFDdkYsRUFBRSxLQUFLLElBQUk7QUFBQSxNQUNYLFlBQVlIO0FBQUEsSUFDZCxFQUFFO0FBQ0YsVUFBTSxVQUFVLEVBQUUsUUFBUSxZQUFZLFdBQVcsT0FBTyxHQUFHLENBQUMsRUFBRSxNQUFNLFFBQVEsVUFBVSxXQUFXLE1BQU07QUFDckcsWUFBTSxXQUFXLFVBQVUsS0FBSyxRQUFRLFFBQVEsQ0FBQyxLQUFLLENBQUMsVUFBVSxLQUFLLFFBQVFELE1BQUssUUFBUSxZQUFZLE1BQU0sQ0FBQyxDQUFDO0FBQy9HLGFBQU8sV0FBVyxFQUFFLE1BQU0sa0JBQWtCLFVBQVUsS0FBSyxJQUFJO0FBQUEsSUFDakUsQ0FBQztBQUFBLEVBQ0g7QUFDRjtBQUdBLFNBQVMsY0FDUCxPQUNBLFNBQ0EsVUFDQSxNQUFNLE1BQ0E7QUFDTixRQUFNLFFBQVEsSUFBSSxJQUFJLE9BQU8sUUFBUSxPQUFPLEVBQUUsSUFBSSxDQUFDLENBQUMsTUFBTSxJQUFJLE1BQU0sQ0FBQyxRQUFRQSxNQUFLLFFBQVEsSUFBSSxDQUFDLEdBQUcsSUFBSSxDQUFDLENBQUM7QUFDeEcsUUFBTSxVQUFVLEVBQUUsUUFBUSxZQUFZLFdBQVcsT0FBTyxHQUFHLENBQUMsRUFBRSxNQUFNLFFBQVEsVUFBVSxZQUFZLEtBQUssTUFBTTtBQUMzRyxRQUFJLFNBQVMsY0FBZSxRQUFPO0FBQ25DLFVBQU0sT0FBTyxNQUFNLElBQUksUUFBUUEsTUFBSyxRQUFRLFlBQVksTUFBTSxDQUFDLENBQUM7QUFDaEUsUUFBSSxTQUFTLE9BQVcsUUFBTztBQUMvQixVQUFNLE9BQU9BLE1BQUssTUFBTSxTQUFTLFNBQVMsUUFBUSxRQUFRLENBQUMsR0FBRyxHQUFHLElBQUksSUFBSSxHQUFHLEVBQUU7QUFDOUUsV0FBTyxFQUFFLE1BQU0sS0FBSyxXQUFXLEdBQUcsSUFBSSxPQUFPLEtBQUssSUFBSSxJQUFJLFVBQVUsS0FBSztBQUFBLEVBQzNFLENBQUM7QUFDSDtBQUdPLElBQU0saUJBQXlCO0FBQUEsRUFDcEMsTUFBTTtBQUFBLEVBQ04sTUFBTSxPQUFPO0FBQ1gsVUFBTSxNQUFNLFFBQVFBLE1BQUssUUFBUSxnQkFBZ0IsR0FBRyxDQUFDO0FBQ3JEO0FBQUEsTUFBYztBQUFBLE1BQU8sRUFBRSxHQUFHLFNBQVMsR0FBRyxjQUFjLEdBQUcsZ0JBQWdCO0FBQUEsTUFBRyxDQUFDLGFBQ3pFLGFBQWEsTUFBTSxNQUFNO0FBQUEsSUFDM0I7QUFBQSxFQUNGO0FBQ0Y7QUFHTyxJQUFNLGNBQXNCO0FBQUEsRUFDakMsTUFBTTtBQUFBLEVBQ04sTUFBTSxPQUFPO0FBQ1gsVUFBTSxRQUFRLE1BQU0sZUFBZSxXQUFXO0FBQzlDLFFBQUksTUFBTyxPQUFNLGVBQWUsY0FBYyxFQUFFLEdBQUcsY0FBYyxHQUFHLFlBQVksTUFBTSxFQUFFO0FBQ3hGLFVBQU0sZUFBZSxhQUFhO0FBQ2xDLFVBQU0sU0FBUyxFQUFFLEdBQUcsU0FBUyxHQUFHLFlBQVksR0FBRyxlQUFlO0FBQzlELGtCQUFjLE9BQU8sUUFBUSxNQUFPLFFBQVEsZ0JBQWdCLEtBQU0sUUFBUSxPQUFPLEtBQUs7QUFBQSxFQUN4RjtBQUNGOzs7QUtsVEEsU0FBUyxnQkFBQU0scUJBQW9CO0FBQzdCLE9BQU9DLFdBQVU7QUFpQmpCLElBQU0sV0FBVztBQUFBLEVBQ2YsQ0FBQyxtQkFBbUIsZUFBZSxlQUFlLG9CQUFvQixrQkFBa0I7QUFBQSxFQUN4RixDQUFDLHFCQUFxQixpQkFBaUIsa0JBQWtCLGlCQUFpQjtBQUM1RSxFQUFFLElBQUksQ0FBQyxXQUFXLE9BQU8sSUFBSSxDQUFDLFNBQVMsTUFBTSxJQUFJLEtBQUssQ0FBQztBQUd2RCxJQUFNLFNBQTBFO0FBQUEsRUFDOUUseUJBQXlCLFNBQVMsQ0FBQztBQUFBLEVBQ25DLDhCQUE4QixTQUFTLENBQUM7QUFDMUM7QUFNQSxlQUFlLFdBQVcsT0FBMkQ7QUFDbkYsUUFBTSxRQUFRLFFBQVFDLE1BQUssUUFBUSxXQUFXLEVBQUUsQ0FBQztBQUNqRCxRQUFNLE9BQU8sWUFBWSxJQUFJLEVBQUUsSUFBSSxDQUFDLFNBQVMsR0FBRyxJQUFJLEtBQUs7QUFDekQsUUFBTSxRQUFRLE1BQU0sUUFBUSxPQUFPLENBQUMsT0FBTyxHQUFHLElBQUksQ0FBQztBQUNuRCxRQUFNLFFBQVEsSUFBSSxJQUFJLENBQUMsT0FBTyxHQUFHLElBQUksRUFBRSxJQUFJLENBQUMsV0FBVyxDQUFDLFFBQVEsWUFBWSxPQUFPLE1BQU0sQ0FBQyxDQUFDLENBQUM7QUFDNUYsUUFBTSxRQUFRLEtBQUssT0FBTyxDQUFDLFdBQVcsQ0FBQyxPQUFPLE1BQU0sQ0FBQztBQUNyRCxRQUFNLFVBQVUsQ0FBQyxTQUFpQixNQUFNLE9BQU8sQ0FBQyxXQUFXLE1BQU0sSUFBSSxNQUFNLEdBQUcsSUFBSSxJQUFJLENBQUM7QUFDdkYsUUFBTSxXQUFXLENBQUMsV0FBbUIsU0FBUyxLQUFLLENBQUMsV0FBVyxPQUFPLFNBQVMsTUFBTSxDQUFDLEtBQUssQ0FBQztBQUM1RixRQUFNLFdBQVcsQ0FBQyxTQUFpQixNQUFNLElBQUksS0FBSyxHQUFHLElBQUksSUFBSSxLQUFLLElBQUksSUFBSSxRQUFRLElBQUksRUFBRSxJQUFJLFFBQVEsQ0FBQyxFQUFFLE9BQU87QUFDOUcsUUFBTSxRQUFRLENBQUMsU0FBaUIsS0FBSyxJQUFJLEtBQUssTUFBTSxJQUFJLElBQUksR0FBRztBQUMvRCxRQUFNQyxVQUFTLENBQUMsR0FBRyxNQUFNLEtBQUssQ0FBQyxFQUFFO0FBQUEsSUFDL0IsQ0FBQyxTQUFTLFFBQVEsSUFBSSxFQUFFLFNBQVMsS0FBSyxDQUFDLENBQUMsR0FBRyxZQUFZLE9BQU8sSUFBSSxDQUFDLEVBQUUsS0FBSyxLQUFLO0FBQUEsRUFDakY7QUFDQSxTQUFPLENBQUMsV0FBVztBQUNqQixVQUFNLFNBQVMsT0FBTyxNQUFNLEtBQUssU0FBUyxNQUFNO0FBQ2hELFdBQU9BLFFBQU8sT0FBTyxDQUFDLFNBQVMsU0FBUyxJQUFJLEtBQUssUUFBUSxJQUFJLEVBQUUsT0FBTyxDQUFDLFNBQVMsT0FBTyxTQUFTLElBQUksQ0FBQyxFQUFFLFNBQVMsQ0FBQztBQUFBLEVBQ25IO0FBQ0Y7QUFHTyxJQUFNLFVBQWtCO0FBQUEsRUFDN0IsTUFBTTtBQUFBLEVBQ04sTUFBTSxPQUFPO0FBRVgsVUFBTTtBQUFBLE1BQVUsRUFBRSxRQUFRLFdBQVc7QUFBQSxNQUFHLENBQUMsRUFBRSxNQUFNLFFBQVEsVUFBVSxLQUFLLE1BQ3RFLFNBQVMsb0JBQW9CLENBQUMsS0FBSyxRQUFRLFFBQVEsQ0FBQyxJQUFJLEVBQUUsTUFBTSxRQUFRLFVBQVUsS0FBSyxJQUFJO0FBQUEsSUFDN0Y7QUFDQSxXQUFPLE1BQU0sZUFBZSxXQUFXLFFBQVEsTUFBTSxLQUFLLElBQUksS0FBSyxLQUFLO0FBQUEsRUFDMUU7QUFDRjtBQUVBLGVBQWUsTUFBTSxPQUFtQztBQUN0RCxRQUFNLFVBQVUsRUFBRSxHQUFHLFlBQVksR0FBRyxZQUFZLElBQUksRUFBRTtBQUN0RCxRQUFNLGVBQWUsY0FBYztBQUNuQyxRQUFNLGVBQWUsYUFBYTtBQUNsQyxRQUFNLFdBQVcsTUFBTSxXQUFXLEtBQUs7QUFDdkMsUUFBTSxPQUFPLEVBQUUsUUFBUSxRQUFRLEdBQUcsQ0FBQyxFQUFFLE1BQU0sS0FBSyxNQUFNO0FBQ3BELFVBQU0sT0FBTyxRQUFRLElBQUk7QUFDekIsUUFBSSxDQUFDLE9BQU8sT0FBTyxPQUFPLEVBQUUsU0FBUyxPQUFPLElBQUksRUFBRSxFQUFHLFFBQU87QUFDNUQsVUFBTSxPQUFPLGtCQUFrQkMsY0FBYSxNQUFNLE1BQU0sQ0FBQztBQUN6RCxXQUFPLEVBQUUsVUFBVSxHQUFHLFFBQVEsU0FBUyxJQUFJLENBQUMsQ0FBQyxJQUFJLElBQUksSUFBSSxRQUFRLEtBQUs7QUFBQSxFQUN4RSxDQUFDO0FBQ0g7QUFHQSxTQUFTLEtBQUssT0FBMEI7QUFDdEMsUUFBTSxPQUFPLEVBQUUsUUFBUSx3QkFBd0IsR0FBRyxDQUFDLEVBQUUsTUFBTSxLQUFLLE1BQU07QUFDcEUsUUFBSSxDQUFDLEtBQUssUUFBUSxJQUFJLENBQUMsRUFBRyxRQUFPO0FBQ2pDLFVBQU0sUUFBa0IsQ0FBQztBQUN6QixVQUFNLE9BQU8sa0JBQWtCQSxjQUFhLE1BQU0sTUFBTSxDQUFDLEVBQUU7QUFBQSxNQUN6RDtBQUFBLE1BQ0EsQ0FBQyxHQUFHLFdBQVcsU0FBUyxNQUFNLEtBQUsscUJBQXFCLE1BQU0sU0FBUyxDQUFDLFVBQVUsTUFBTSxJQUFJLENBQUM7QUFBQSxJQUMvRjtBQUNBLFdBQU8sRUFBRSxVQUFVLEdBQUcsTUFBTSxLQUFLLEdBQUcsQ0FBQyxJQUFJLElBQUksSUFBSSxRQUFRLEtBQUs7QUFBQSxFQUNoRSxDQUFDO0FBQ0g7QUFHTyxJQUFNLGdCQUF3QjtBQUFBLEVBQ25DLE1BQU07QUFBQSxFQUNOLE1BQU0sT0FBTztBQUNYLFFBQUksTUFBTSxlQUFlLFdBQVcsTUFBTztBQUMzQyxVQUFNLFVBQVUsRUFBRSxRQUFRLGlCQUFpQixHQUFHLENBQUMsRUFBRSxZQUFZLEtBQUssTUFBTTtBQUN0RSxZQUFNLE9BQU8sUUFBUUYsTUFBSyxLQUFLLFlBQVksTUFBTSxDQUFDO0FBQ2xELGFBQU8sU0FBUyxtQkFBbUIsRUFBRSxNQUFNLFlBQVksSUFBSSxPQUFPLFVBQVUsS0FBSyxJQUFJO0FBQUEsSUFDdkYsQ0FBQztBQUFBLEVBQ0g7QUFDRjtBQUdPLElBQU0sY0FBc0I7QUFBQSxFQUNqQyxNQUFNO0FBQUEsRUFDTixNQUFNLE9BQU87QUFDWCxVQUFNLFFBQVEsSUFBSTtBQUFBLE1BQ2hCLE9BQU8sUUFBUSxFQUFFLEdBQUcsWUFBWSxHQUFHLFlBQVksSUFBSSxFQUFFLENBQUMsRUFBRSxJQUFJLENBQUMsQ0FBQyxNQUFNLElBQUksTUFBTTtBQUFBLFFBQzVFLFFBQVFBLE1BQUssUUFBUSxJQUFJLENBQUM7QUFBQSxRQUMxQjtBQUFBLE1BQ0YsQ0FBQztBQUFBLElBQ0g7QUFDQSxVQUFNLFVBQVUsRUFBRSxRQUFRLFdBQVcsR0FBRyxDQUFDLEVBQUUsTUFBTSxRQUFRLFlBQVksS0FBSyxNQUFNO0FBQzlFLFlBQU0sT0FBTyxTQUFTLGdCQUFnQixTQUFZLE1BQU0sSUFBSSxRQUFRQSxNQUFLLFFBQVEsWUFBWSxNQUFNLENBQUMsQ0FBQztBQUNyRyxhQUFPLFNBQVMsU0FBWSxTQUFZLEVBQUUsTUFBTSxLQUFLLElBQUksT0FBTyxVQUFVLEtBQUs7QUFBQSxJQUNqRixDQUFDO0FBQUEsRUFDSDtBQUNGOzs7QU5sR0EsSUFBTSxXQUFtQjtBQUFBLEVBQ3ZCLE1BQU07QUFBQSxFQUNOLE1BQU0sT0FBTztBQUNYLFVBQU0sT0FBTyxFQUFFLFFBQVEsVUFBVSxHQUFHLENBQUMsRUFBRSxNQUFBRyxNQUFLLE9BQU8sRUFBRSxVQUFVLFdBQVdBLEtBQUksR0FBRyxRQUFRLEtBQUssRUFBRTtBQUNoRyxVQUFNLE9BQU8sRUFBRSxRQUFRLGlCQUFpQixHQUFHLENBQUMsRUFBRSxNQUFBQSxNQUFLLE9BQU87QUFBQSxNQUN4RCxVQUFVLGtCQUFrQkMsY0FBYUQsT0FBTSxNQUFNLENBQUM7QUFBQSxNQUN0RCxRQUFRO0FBQUEsSUFDVixFQUFFO0FBQUEsRUFDSjtBQUNGO0FBRUEsSUFBTSxTQUFrQjtBQUFBLEVBQ3RCLFFBQVEsQ0FBQyxPQUFPLEtBQUs7QUFBQSxFQUNyQixRQUFRO0FBQUEsRUFDUixVQUFVO0FBQUEsRUFDVixVQUFVLENBQUMsVUFBVSx1QkFBdUIsZ0JBQWdCLGFBQWEseUJBQXlCLFFBQVE7QUFBQTtBQUFBLEVBRTFHLGVBQWUsU0FBUztBQUd0QixXQUFPLE9BQU8sU0FBUyxFQUFFLGtCQUFrQixNQUFNLGNBQWMsTUFBTSxXQUFXLElBQUksQ0FBQztBQUNyRixZQUFRLGNBQWMsRUFBRSxxQkFBcUIsVUFBVSx1QkFBdUIsU0FBUztBQUFBLEVBQ3pGO0FBQ0Y7QUFFQSxJQUFPLHNCQUFRLGFBQWE7QUFBQSxFQUMxQjtBQUFBLElBQ0UsR0FBRztBQUFBLElBQ0gsT0FBTztBQUFBO0FBQUEsSUFFUCxLQUFLLEVBQUUsT0FBTyxFQUFFLEdBQUcsU0FBUyxHQUFHLFlBQVksR0FBRyxnQkFBZ0IsR0FBRyxhQUFhLEVBQUU7QUFBQSxJQUNoRixnQkFBZ0I7QUFBQTtBQUFBLE1BRWQ7QUFBQSxRQUNFLE1BQU07QUFBQSxRQUNOLE9BQU8sQ0FBQyxXQUFXLE1BQU0sZUFBZSxXQUFXLFFBQVEsYUFBYSxXQUFXLE1BQU0sS0FBSztBQUFBLE1BQ2hHO0FBQUEsTUFDQTtBQUFBLElBQ0Y7QUFBQSxFQUNGO0FBQUE7QUFBQSxFQUVBLEVBQUUsR0FBRyxRQUFRLE9BQU8sWUFBWSxnQkFBZ0IsQ0FBQyxTQUFTLFFBQVEsRUFBRTtBQUFBLEVBQ3BFLEVBQUUsR0FBRyxRQUFRLE9BQU8sZ0JBQWdCLFdBQVcsT0FBTyxnQkFBZ0IsQ0FBQyxlQUFlLFFBQVEsRUFBRTtBQUFBLEVBQ2hHLEVBQUUsR0FBRyxRQUFRLE9BQU8sY0FBYyxnQkFBZ0IsQ0FBQyxhQUFhLFFBQVEsRUFBRTtBQUFBLEVBQzFFO0FBQUEsSUFDRSxHQUFHO0FBQUEsSUFDSCxHQUFHLEVBQUUsT0FBTyxnQkFBZ0IsUUFBUSxDQUFDLEtBQUssR0FBRyxXQUFXLE9BQU8sZ0JBQWdCLENBQUMsV0FBVyxFQUFFO0FBQUEsRUFDL0Y7QUFBQSxFQUNBO0FBQUEsSUFDRSxHQUFHO0FBQUEsSUFDSCxHQUFHLEVBQUUsT0FBTyxpQkFBaUIsUUFBUSxDQUFDLEtBQUssR0FBRyxXQUFXLE9BQU8sZ0JBQWdCLENBQUMsY0FBYyxFQUFFO0FBQUEsSUFDakcsUUFBUSxFQUFFLElBQUksc0JBQXNCO0FBQUEsRUFDdEM7QUFDRixDQUFDOyIsCiAgIm5hbWVzIjogWyJyZWFkRmlsZVN5bmMiLCAicmVhZGRpclN5bmMiLCAicmVhZEZpbGVTeW5jIiwgInBhdGgiLCAiZmlsZVVSTFRvUGF0aCIsICJyZWFkRmlsZVN5bmMiLCAicGF0aCIsICJpbXBvcnRzIiwgIm5hbWUiLCAiaW1wb3J0cyIsICJyZWFkRmlsZVN5bmMiLCAicGF0aCIsICJfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fIiwgIlNSQyIsICJmaWxlVVJMVG9QYXRoIiwgInBhdGgiLCAicmVhZEZpbGVTeW5jIiwgInJlYWRkaXJTeW5jIiwgInJlYWRkaXJTeW5jIiwgInBhdGgiLCAiU1JDIiwgImltcG9ydHMiLCAicmVhZEZpbGVTeW5jIiwgInNoYXJlZCIsICJmaWxlIiwgInJlYWRGaWxlU3luYyIsICJwYXRoIiwgInBhdGgiLCAic2hhcmVkIiwgInJlYWRGaWxlU3luYyIsICJwYXRoIiwgInJlYWRGaWxlU3luYyJdCn0K
