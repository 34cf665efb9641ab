/**
 * The program as a project of StackBlitz, by its documented form (developer.stackblitz.com/platform/api/post-api): a POST
 * of the project's files. Nothing is requested before the button is pressed.
 */

/** The most bytes of a table that the form carries. */
export const TABLE_BYTES = 200_000;

const PAGE = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>webgpu-segmented</title></head>
  <body>
    <pre id="out"></pre>
    <script>
      // What the program logs is shown in the page as well.
      const log = console.log;
      const text = (value) => (ArrayBuffer.isView(value) ? [...value.slice(0, 100)].join(' ') : String(value));
      console.log = (...values) => {
        log(...values);
        document.getElementById('out').textContent += values.map(text).join('  ') + '\\n';
      };
      addEventListener('unhandledrejection', ({ reason }) => console.log(String(reason)));
    </script>
    <script type="module" src="./main.js"></script>
  </body>
</html>
`;

export interface Project {
  readonly code: string;
  /** The text of table.csv, if the program reads one. */
  readonly table: string | undefined;
}

export function projectFields({ code, table }: Project): [string, string][] {
  const dependencies = { 'webgpu-segmented': 'latest', ...(table === undefined ? {} : { papaparse: '^5.7.1' }) };
  const description = { name: 'webgpu-segmented-call', private: true, type: 'module', scripts: { start: 'vite' } };
  const pack = { ...description, dependencies, devDependencies: { vite: '^7.0.0' } };
  const files: Record<string, string> = {
    'index.html': PAGE,
    'main.js': code,
    'package.json': JSON.stringify(pack, null, 2),
    ...(table === undefined ? {} : { 'public/table.csv': table }),
  };
  return [
    ['project[title]', 'A call of webgpu-segmented'],
    ['project[description]', 'Made by the playground of webgpu-segmented.'],
    ['project[template]', 'node'],
    ...Object.entries(files).map(([name, text]): [string, string] => [`project[files][${name}]`, text]),
  ];
}

/** Puts the project into the form. */
export function fillProject(form: HTMLFormElement, project: Project): void {
  for (const old of form.querySelectorAll('input, textarea')) old.remove();
  for (const [name, value] of projectFields(project)) {
    const field = document.createElement('input');
    // A text field would lose its lines.
    const area = document.createElement('textarea');
    Object.assign(value.includes('\n') ? area : field, { name, value, hidden: true });
    form.append(value.includes('\n') ? area : field);
  }
}
