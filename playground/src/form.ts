/** The form: fills it from settings, reads settings from it, and shows only the fields that apply. */
import { parseTable } from './csv.ts';
import { allows, MAX_ITEMS, OPERATORS, type Settings, TYPES } from './settings.ts';

export function fieldOf<T extends HTMLElement = HTMLInputElement>(form: HTMLFormElement, name: string): T {
  return form.elements.namedItem(name) as unknown as T;
}

function options(select: HTMLSelectElement, names: readonly string[]): void {
  select.replaceChildren(...names.map((name) => new Option(name, name)));
}

export function fillForm(form: HTMLFormElement, settings: Settings): void {
  options(fieldOf(form, 'type'), TYPES);
  options(fieldOf(form, 'operator'), OPERATORS);
  fieldOf(form, 'items').max = String(MAX_ITEMS);
  for (const [name, value] of Object.entries(settings)) {
    const field = fieldOf<HTMLInputElement>(form, name);
    if (field.type === 'checkbox') field.checked = value === true;
    else field.value = String(value);
  }
  fillColumns(form, settings);
  showRelevant(form);
}

/** The columns of the table, as choices. */
export function fillColumns(form: HTMLFormElement, { csv, valueColumn, groupColumn }: Settings): void {
  const { columns } = parseTable(csv);
  for (const [name, chosen] of [
    ['valueColumn', valueColumn],
    ['groupColumn', groupColumn],
  ] as const) {
    const select = fieldOf<HTMLSelectElement>(form, name);
    options(select, columns);
    if (columns.includes(chosen)) select.value = chosen;
  }
}

export function readForm(form: HTMLFormElement, defaults: Settings): Settings {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(defaults)) {
    const field = fieldOf<HTMLInputElement>(form, name);
    if (typeof value === 'boolean') settings[name] = field.checked;
    else if (typeof value === 'number') settings[name] = field.valueAsNumber;
    else settings[name] = field.value;
  }
  return settings as unknown as Settings;
}

/** `data-for="lengths:csv|offsets"` says when an element applies. Other elements are hidden and not checked. */
export function showRelevant(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLElement>('[data-for]')) {
    const [name = '', values = ''] = (element.dataset.for as string).split(':');
    const chosen = fieldOf<HTMLSelectElement>(form, name).value;
    const shown = values.split('|').includes(chosen);
    element.hidden = !shown;
    for (const field of element.querySelectorAll<HTMLInputElement>('input, select, textarea')) field.disabled = !shown;
  }
  const type = fieldOf<HTMLSelectElement>(form, 'type').value as Settings['type'];
  const operator = fieldOf<HTMLSelectElement>(form, 'operator');
  for (const option of operator.options) option.disabled = !allows(type, option.value as Settings['operator']);
  if (operator.selectedOptions[0]?.disabled) operator.value = 'min';
}

/** What is wrong with the numbers of the form, in words. Marks the field and moves the focus to it. */
export function formError(form: HTMLFormElement, { lengths, least, most }: Settings): string | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input')];
  for (const field of fields) field.removeAttribute('aria-invalid');
  for (const field of fields) {
    if (field.disabled || field.checkValidity()) continue;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    const name = field.labels?.[0]?.textContent?.trim() ?? field.name;
    return `${name}: ${field.validationMessage}`;
  }
  if (lengths === 'uniform' && (most < least || most < 1)) {
    return 'Lengths: the longest must be at least 1 and at least the shortest.';
  }
  return undefined;
}
