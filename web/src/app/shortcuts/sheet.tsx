/** The sheet of keyboard shortcuts: all commands that have keys now, by group. */
import './sheet.css'
import { useState } from 'react'
import { availableCommands } from '../../components/commands.ts'
import { Dialog } from '../../components/dialog.tsx'
import { formatKeys } from '../../text/keys.ts'
import { closeDialog } from '../dialogs.ts'

export function ShortcutSheet() {
  const [text, setText] = useState('')
  const found = availableCommands().filter(
    ({ title, keys }) => keys && title.toLowerCase().includes(text.trim().toLowerCase()),
  )
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
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcut-list">
              {commands.map(({ id, title, keys = [] }) => (
                <div key={id}>
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
