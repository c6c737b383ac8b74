import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWords } from '../../components/date_picker/words.ts'
import { EMPTY_DRAFT, returned, type TaskDraft, taken } from './draft.ts'
import { isSettled, type Kind, partsOf } from './recognize.ts'

const OBJECTS: Readonly<Record<Kind, readonly { gid: string; name: string }[]>> = {
  assignee: [
    { gid: '1', name: 'Ben Okafor' },
    { gid: '2', name: 'Ada Ben' },
    { gid: '3', name: 'Zoë April' },
  ],
  project: [
    { gid: '11', name: 'Launch' },
    { gid: '12', name: 'Launch party' },
  ],
  tag: [{ gid: '21', name: 'urgent' }],
}
const NOW = new Date('2026-12-09T10:00:00Z')

const find = (text: string, refused: readonly string[] = []) =>
  partsOf(text, {
    named: kind => OBJECTS[kind],
    findDate: rest => findWords(rest, NOW, 'UTC'),
    refused: new Set(refused),
  })

const valuesIn = (text: string) =>
  find(text).map(part => [text.slice(part.start, part.end), part.kind === 'date' ? part.date.day : part.gid])

test('marks name people, projects and tags, by the beginning of a name too', () => {
  assert.deepEqual(valuesIn('Call @ben about #Launch ~urg'), [
    ['@ben', '1'],
    ['#Launch', '11'],
    ['~urg', '21'],
  ])
})

test('the longest name is meant, and accents need not be typed', () => {
  assert.deepEqual(valuesIn('Order #launch party now'), [['#launch party', '12']])
  assert.deepEqual(valuesIn('@zoe april'), [['@zoe april', '3']])
})

test('a mark inside a word or before an unknown name stays text', () => {
  assert.deepEqual(valuesIn('mail a@ben.example about #1 and C#Launch'), [])
})

test('dates are found in words, with a time, and not inside a name', () => {
  assert.deepEqual(valuesIn('Write tomorrow'), [['tomorrow', '2026-12-10']])
  assert.deepEqual(valuesIn('Call in 2 weeks'), [['in 2 weeks', '2026-12-23']])
  const [part] = find('Meet fri 3pm')
  assert.deepEqual(part?.kind === 'date' && part.date, { day: '2026-12-11', time: '15:00' })
  assert.deepEqual(valuesIn('Ask @April'), [['@April', '3']])
})

test('a name is settled by a space, a date by another word', () => {
  const settled = (text: string) => find(text).map(part => isSettled(text, part))
  assert.deepEqual(settled('Call @ben'), [false])
  assert.deepEqual(settled('Call @ben '), [true])
  assert.deepEqual(settled('Call fri '), [false])
  assert.deepEqual(settled('Call fri Ada'), [true])
})

test('parts become values and text again', () => {
  const draft: TaskDraft = { ...EMPTY_DRAFT, name: 'Call @ben about #Launch now', assignee: '9' }
  const parts = find(draft.name).filter(({ kind }) => kind !== 'date')
  const result = taken(draft, parts)
  assert.deepEqual([result.draft.name, result.draft.assignee, result.draft.project], ['Call about now', '1', '11'])
  const [project, person] = result.taken
  assert.ok(project && person)
  const back = returned(result.draft, person)
  assert.deepEqual([back.name, back.assignee], ['Call @benabout now', '9'])
})

test('text that the person wanted back is not recognized again', () => {
  assert.deepEqual(find('Call @ben ', ['@ben']), [])
})
