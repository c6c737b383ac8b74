/** The switch of the single keys, and all shortcuts. */
import { useRegisteredCommands } from '../../../components/commands.ts'
import { Switch } from '../../../components/control/switch.tsx'
import { Page, Section } from '../../../components/page.tsx'
import { formatKeys, hasCommandKey } from '../../../text/keys.ts'
import { SCREEN_SHORTCUTS } from './screen_shortcuts.ts'
import { usePreferences } from './use_preferences.ts'

export function ShortcutsPage() {
  const [{ shortcuts }, change] = usePreferences()
  const commands = useRegisteredCommands().flatMap(({ title, keys }) => (keys ? [[title, ...keys] as const] : []))
  return (
    <Page title="Shortcuts" lead="Press ? on any page for those of that page.">
      <div className="shortcut-switch">
        <Switch isOn={shortcuts} onChange={isOn => change({ shortcuts: isOn })}>
          Single-key shortcuts
        </Switch>
        <p className="hint">
          Without them, only combinations with {hasCommandKey() ? '⌘' : 'Ctrl'} or Alt act. Turn them off if you use
          speech input.
        </p>
      </div>
      <Keys title="Everywhere" keys={commands} />
      {SCREEN_SHORTCUTS.map(({ title, keys }) => (
        <Keys key={title} title={title} keys={keys} />
      ))}
    </Page>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [action: string, ...keys: string[]])[] }) {
  return (
    <Section title={title}>
      <dl className="keys-list">
        {keys.map(([action, ...combinations]) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {combinations.map(one => (
                <kbd key={one} className="keys">
                  {formatKeys(one)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
