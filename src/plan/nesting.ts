import type { Pass, Resource, Resources } from './plan.ts';

/** A resource of a nested plan, as the outer one knows it. */
function renamed(resource: Resource, regions: Readonly<Record<string, string>>, instead: Resources): Resource {
  if (resource.kind === 'region') return { kind: 'region', name: regions[resource.name] ?? resource.name };
  return (resource.kind === 'argument' && instead[resource.name]) || resource;
}

/**
 * Passes of a plan inside another: what they take for arguments is what the outer plan says, and their scratch ranges
 * go by its names.
 *
 * @param instead by the argument's name
 * @param regions the outer plan's names of the scratch ranges that it calls otherwise
 */
export function nested(
  passes: readonly Pass[],
  instead: Resources,
  regions: Readonly<Record<string, string>> = {},
): Pass[] {
  const outer = Object.fromEntries(
    Object.entries(regions).map(([name, known]) => [name, { kind: 'region', name: known }] as const),
  );
  return passes.map((pass) => {
    const { resources = {}, instead: inner = {} } = pass;
    const rename = (all: Resources) =>
      Object.fromEntries(Object.entries(all).map(([name, each]) => [name, renamed(each, regions, instead)]));
    return { ...pass, resources: rename(resources), instead: { ...outer, ...instead, ...rename(inner) } };
  });
}
