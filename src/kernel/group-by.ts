/** Groups values by a key. Groups and their values keep their order. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  return groupByEach(values, (value) => [keyOf(value)]);
}

/** Groups values that have several keys, each in the groups of all its keys. */
export function groupByEach<K, V>(values: Iterable<V>, keysOf: (value: V) => Iterable<K>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values)
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group) group.push(value);
      else groups.set(key, [value]);
    }
  return groups;
}
