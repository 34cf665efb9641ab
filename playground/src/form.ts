/** The form: fills it from settings, reads settings from it, and shows only the fields that apply. */
import {
  allows,
  MAX_ITEMS,
  OPERATORS,
  operatorsOf,
  quantilesOf,
  rangeOf,
  SCAN_OPERATORS,
  type Settings,
  TIES,
  TRANSFORMS,
  TYPES,
  takes,
} from './settings.ts';

export function fieldOf<T extends HTMLElement = HTMLInputElement>(form: HTMLFormElement, name: string): T {
  return form.elements.namedItem(name) as unknown as T;
}

function options(select: HTMLSelectElement, names: readonly string[]): void {
  select.replaceChildren(...names.map((name) => new Option(name, name)));
}

const operatorBoxes = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('#operators input')];

function makeOperators(form: HTMLFormElement): void {
  form.querySelector('#operators')?.replaceChildren(
    ...OPERATORS.map((name) => {
      const label = document.createElement('label');
      label.className = 'check';
      const box = document.createElement('input');
      Object.assign(box, { type: 'checkbox', value: name });
      label.append(box, ` ${name}`);
      return label;
    }),
  );
}

export function fillForm(form: HTMLFormElement, settings: Settings): void {
  options(fieldOf(form, 'type'), TYPES);
  options(fieldOf(form, 'operator'), SCAN_OPERATORS);
  options(fieldOf(form, 'transform'), TRANSFORMS);
  options(fieldOf(form, 'ties'), TIES);
  if (operatorBoxes(form).length === 0) makeOperators(form);
  fieldOf(form, 'items').max = String(MAX_ITEMS);
  const chosen = settings.operators.split(',');
  for (const box of operatorBoxes(form)) box.checked = chosen.includes(box.value);
  for (const [name, value] of Object.entries(settings)) {
    const field = fieldOf<HTMLInputElement>(form, name);
    if (!field) continue;
    if (field.type === 'checkbox') field.checked = value === true;
    else field.value = String(value);
    // Columns become choices once a table is read.
    field.dataset.wanted = String(value);
  }
  showRelevant(form);
}

export function readForm(form: HTMLFormElement, defaults: Settings): Settings {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(defaults)) {
    const field = fieldOf<HTMLInputElement>(form, name);
    if (!field) continue;
    if (typeof value === 'boolean') settings[name] = field.checked;
    else if (typeof value === 'number') settings[name] = field.valueAsNumber;
    else settings[name] = field.value;
  }
  const boxes = operatorBoxes(form).filter(({ checked }) => checked);
  return { ...settings, operators: boxes.map(({ value }) => value).join(',') } as Settings;
}

/**
 * `data-for="data:made;lengths:fixed|uniform"` says when an element applies: all conditions hold. Other elements are
 * hidden and not checked.
 */
export function showRelevant(form: HTMLFormElement): void {
  const holds = (condition: string) => {
    const [name = '', values = ''] = condition.split(':');
    return values.split('|').includes(fieldOf<HTMLSelectElement>(form, name).value);
  };
  const elements = [...form.querySelectorAll<HTMLElement>('[data-for]')];
  for (const element of elements) element.hidden = !(element.dataset.for as string).split(';').every(holds);
  for (const field of form.querySelectorAll<HTMLInputElement>('.fields input, .fields select, .fields textarea')) {
    field.disabled = elements.some((element) => element.hidden && element.contains(field));
  }
  const type = relevantType(form);
  const operator = fieldOf<HTMLSelectElement>(form, 'operator');
  for (const option of operator.options) option.disabled = !allows(type, option.value as 'sum');
  if (operator.selectedOptions[0]?.disabled) operator.value = 'min';
  for (const box of operatorBoxes(form)) box.disabled ||= !allows(type, box.value as 'sum');
}

/** The chosen type. Where the operation does not take it, f32 stands for it, until another operation takes it again. */
function relevantType(form: HTMLFormElement): Settings['type'] {
  const field = fieldOf<HTMLSelectElement>(form, 'type');
  const value = (name: string) => fieldOf<HTMLSelectElement>(form, name).value;
  const chosen = { operation: value('operation'), transform: value('transform') } as Settings;
  for (const option of field.options) option.disabled = !takes(chosen, option.value as Settings['type']);
  const { replaced } = field.dataset;
  if (field.selectedOptions[0]?.disabled) {
    field.dataset.replaced = field.value;
    field.value = 'f32';
  } else if (replaced && takes(chosen, replaced as Settings['type'])) {
    if (field.value === 'f32') field.value = replaced;
    delete field.dataset.replaced;
  }
  return field.value as Settings['type'];
}

function fieldError(form: HTMLFormElement, name: string, text: string): string {
  const field = fieldOf(form, name);
  field.setAttribute('aria-invalid', 'true');
  field.focus();
  return text;
}

/** What is wrong with the values of the form, in words. Marks the field and moves the focus to it. */
export function formError(form: HTMLFormElement, settings: Settings): string | undefined {
  const { lengths, least, most, operation, data } = settings;
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea')];
  for (const field of fields) field.removeAttribute('aria-invalid');
  for (const field of fields) {
    if (field.disabled || field.checkValidity()) continue;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    const name = field.labels?.[0]?.textContent?.trim() ?? field.name;
    return `${name}: ${field.validationMessage}`;
  }
  if (data === 'made' && lengths === 'uniform' && (most < least || most < 1)) {
    return fieldError(form, 'most', 'Lengths: the longest must be at least 1 and at least the shortest.');
  }
  if ((operation === 'reduce' || operation === 'group by') && operatorsOf(settings).length === 0) {
    operatorBoxes(form)[0]?.focus();
    return `Operators: choose at least one that ${settings.type} has.`;
  }
  const range = rangeOf(settings);
  const isRange = range.length === 2 && range.every(Number.isFinite) && (range[0] as number) <= (range[1] as number);
  if (operation === 'histogram' && range.length > 0 && !isRange) {
    return fieldError(form, 'range', 'Least, greatest: two numbers such as 0 100, or nothing.');
  }
  const quantiles = quantilesOf(settings);
  if (operation === 'quantile' && (quantiles.length === 0 || quantiles.some((q) => !(q >= 0 && q <= 1)))) {
    return fieldError(form, 'quantiles', 'Quantiles: numbers from 0 to 1, such as 0.25 0.5 0.75.');
  }
  return undefined;
}
