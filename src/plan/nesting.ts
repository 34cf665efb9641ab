import type { Pass, Resource, Resources } from './plan.ts';

/** The outer plan's resource for a resource of a nested plan. */
function renamed(resource: Resource, regions: Readonly<Record<string, string>>, instead: Resources): Resource {
  if (resource.kind === 'region') return { kind: 'region', name: regions[resource.name] ?? resource.name };
  return (resource.kind === 'argument' && instead[resource.name]) || resource;
}

/**
 * The passes of a plan inside another plan. The outer plan gives the resources for their arguments and the names of
 * their scratch ranges.
 *
 * @param instead resources by the argument's name
 * @param regions the outer plan's names of scratch ranges, where they differ
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
