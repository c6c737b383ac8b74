/** Answers that are kept near: never longer than they may be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '../db.ts'
import { createKept } from './kept.ts'

interface Row {
  answer: number
}

const about = (kept: Statement<Row>['kept']): Statement<Row> => ({
  kept,
  compile: () => assert.fail('nobody is asked'),
})

const byToken = about({ tokens: ['expires_at'] })
const byPlan = about({ workspaces: ['plan'] })

/** What is kept by a copy that hears the others, and a question that counts how often it is asked. */
function home() {
  const clock = { now: 0 }
  const kept = createKept(() => clock.now)
  kept.heed(true)
  let asked = 0
  const ask = async (): Promise<Row | undefined> => ({ answer: ++asked })
  const answers = async (statement = byToken, user = 1) => (await kept.first(statement, { user }, ask))?.answer
  return { clock, kept, answers, count: () => asked }
}

test('an answer is given again, to the same question alone', async () => {
  const { answers } = home()
  assert.deepEqual([await answers(), await answers()], [1, 1])
  assert.equal(await answers(byToken, 2), 2)
  assert.equal(await answers(byPlan, 1), 3)
})

test('after five seconds it is asked for again, although nobody told of a change', async () => {
  const { clock, answers } = home()
  await answers()
  clock.now = 4999
  assert.equal(await answers(), 1)
  clock.now = 5000
  assert.equal(await answers(), 2)
})

test('a change ends what depends on its table, and nothing else', async () => {
  const { kept, answers } = home()
  await answers(byToken)
  await answers(byPlan)
  kept.forget(['workspaces', 'tasks'])
  assert.equal(await answers(byToken), 1)
  assert.equal(await answers(byPlan), 3)
  kept.forget()
  assert.equal(await answers(byToken), 4)
})

test('what was being asked for while something changed may be old, and is not kept', async () => {
  const { kept, answers } = home()
  const early = Promise.withResolvers<Row>()
  const asking = kept.first(byToken, { user: 1 }, () => early.promise)
  kept.forget(['tokens'])
  early.resolve({ answer: 0 })
  assert.equal((await asking)?.answer, 0)
  assert.equal(await answers(), 1)
})

test('while nobody can be heard nothing is kept, and nothing that was', async () => {
  const { kept, answers } = home()
  await answers()
  kept.heed(false)
  assert.deepEqual([await answers(), await answers()], [2, 3])
  kept.heed(true)
  assert.deepEqual([await answers(), await answers()], [4, 4])
})

test('what is not there may come at any time, and is looked for each time', async () => {
  const { kept, answers } = home()
  for (let time = 0; time < 2; time++)
    assert.equal(await kept.first(byToken, { user: 1 }, async () => undefined), undefined)
  assert.equal(await answers(), 1)
})

test('what is kept does not grow for ever', async () => {
  const { answers, count } = home()
  for (let user = 0; user <= 10_000; user++) await answers(byToken, user)
  assert.equal(count(), 10_001)
  await answers(byToken, 0)
  assert.equal(count(), 10_002, 'the first was let go')
})
