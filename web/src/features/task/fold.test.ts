import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Story } from '../../data/stories.ts'
import { type ActivityItem, foldStories, titleOf } from './fold.ts'

/** Stories from letters: `c` is a comment, other letters are changes by a person of that name. */
const storiesFrom = (letters: string): Story[] =>
  [...letters].map((letter, index) => ({
    ...{ gid: String(index + 1), resource_type: 'story', resource_subtype: 'x', created_at: '', text: '' },
    ...{ type: letter === 'c' ? ('comment' as const) : ('system' as const), created_by: letter },
  }))

const written = (items: readonly ActivityItem[]): string =>
  items.map(item => (item.kind === 'story' ? item.story.gid : `[${item.stories.map(({ gid }) => gid)}]`)).join(' ')

const fold = (letters: string, ...unfolded: string[]): string =>
  written(foldStories(storiesFrom(letters), new Set(unfolded)))

test('comments and short series of changes are shown whole', () => {
  assert.equal(fold('aaacbcc'), '1 2 3 4 5 6 7')
  assert.equal(fold(''), '')
})

test('of a long series the last two changes are shown', () => {
  assert.equal(fold('aaaa'), '[1,2] 3 4')
  assert.equal(fold('caabbaca'), '1 [2,3,4] 5 6 7 8')
})

test('an unfolded series is shown whole', () => {
  assert.equal(fold('aaaaacaaaa', '1'), '1 2 3 4 5 6 [7,8] 9 10')
})

test('the title of a series names the person if there is only one', () => {
  const name = (gid: string) => (gid === 'a' ? 'Ann' : 'Ben')
  assert.equal(titleOf(storiesFrom('aa'), name), 'Ann made 2 changes')
  assert.equal(titleOf(storiesFrom('aab'), name), '3 changes')
})
