/** Settings: concurrent writers that expect the same text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../test/harness/world.ts'
import { settingOf } from './queries/settings.ts'
import { trySetSetting } from './set_setting.ts'

test('of concurrent transactions that expect the same text of a setting, one sets it', async () => {
  const { store } = await world()
  for (const from of [null, 'none']) {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await Promise.all(names.map(text => store.write(tx => trySetSetting(tx, 'test', from, text))))
    assert.equal(answers.filter(Boolean).length, 1, `expecting ${from}`)
    const text = await settingOf(store.read, 'test')
    assert.equal(text, names[answers.indexOf(true)])
    await store.write(tx => trySetSetting(tx, 'test', text ?? null, 'none'))
  }
})
