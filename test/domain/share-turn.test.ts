import { describe, expect, test } from 'vitest';
import { shareTurn } from '../../db/share-turn.ts';

describe('reads by ids that are asked for in one turn', () => {
  function observed(fails: () => boolean = () => false) {
    const asked: (readonly string[])[] = [];
    const read = shareTurn(async (ids) => {
      asked.push(ids);
      if (fails()) throw new Error('the database is away');
      return new Map(ids.map((id) => [id, id.toUpperCase()]));
    });
    return { asked, read };
  }

  test('are one read of all their ids, each once', async () => {
    const { asked, read } = observed();
    const answers = await Promise.all([read(['a', 'b']), Promise.resolve().then(() => read(['b', 'c']))]);
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(answers.map((found) => found.get('b'))).toEqual(['B', 'B']);
  });

  test('leave what is asked for later to the next read, which sees later commits', async () => {
    const { asked, read } = observed();
    await read(['a']);
    await read(['a']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  test('fail together, and the next read is a new one', async () => {
    let isAway = true;
    const { read } = observed(() => isAway);
    const failed = await Promise.allSettled([read(['a']), read(['b'])]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect((await read(['b'])).get('b')).toBe('B');
  });
});
