/** The sheet of keyboard shortcuts: all commands that have keys now, by group, and the keys that are no commands. */
import './sheet.css'
import { useState } from 'react'
import { availableCommands } from '../../components/commands.ts'
import { Dialog } from '../../components/dialog.tsx'
import { FIXED_KEYS } from '../../components/fixed_keys.ts'
import { formatKeys } from '../../text/keys.ts'
import { closeDialog } from '../dialogs.ts'

interface Shortcut {
  readonly group: string
  readonly title: string
  readonly keys: readonly string[]
}

const FIXED: readonly Shortcut[] = FIXED_KEYS.flatMap(({ title: group, keys: rows }) =>
  rows.map(([title, ...keys]) => ({ group, title, keys })),
)

export function ShortcutSheet() {
  const [text, setText] = useState('')
  const commands = availableCommands().flatMap(({ group, title, keys }) => (keys ? [{ group, title, keys }] : []))
  const words = text.trim().toLowerCase()
  const found = [...commands, ...FIXED].filter(({ title }) => title.toLowerCase().includes(words))
  const groups = Map.groupBy(found, ({ group }) => group)
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <input
        type="search"
        className="input"
        aria-label="Find a shortcut"
        placeholder="Find a shortcut"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className="shortcut-groups">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcut-list">
              {shortcuts.map(({ title, keys }) => (
                <div key={`${title} ${keys}`}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map(one => (
                      <kbd key={one}>{formatKeys(one)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {found.length === 0 ? <p>No shortcuts match.</p> : null}
      </div>
    </Dialog>
  )
}
