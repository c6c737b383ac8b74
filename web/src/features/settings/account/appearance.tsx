/** Colours, density, and the page that opens first. */
import { Choices } from '../../../components/choices/choices.tsx'
import { SettingSelect } from '../../../components/choices/setting_select.tsx'
import { Page, Section } from '../../../components/page.tsx'
import type { Preferences } from '../../../data/preferences.ts'
import { usePreferences } from './use_preferences.ts'

type Theme = Preferences['theme'] | 'high'

const THEMES = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'System' },
  { id: 'high', label: 'High contrast' },
] as const

const DENSITIES = [
  { id: 'compact', label: 'Compact' },
  { id: 'standard', label: 'Standard' },
] as const

const FIRST_PAGES = [
  ['home', 'Home'],
  ['my_tasks', 'My tasks'],
  ['inbox', 'Inbox'],
] as const

export function AppearancePage() {
  const [{ theme, contrast, density, first_page }, change] = usePreferences()
  // More contrast keeps the theme, so it exists in light and in dark.
  const chooseTheme = (chosen: Theme) =>
    change(chosen === 'high' ? { contrast: 'high' } : { theme: chosen, contrast: 'system' })
  return (
    <Page title="Appearance" lead="These settings apply in all browsers where you are signed in.">
      <Section title="Theme" lead="High contrast keeps the light or dark colours of your last choice.">
        <Choices<Theme>
          label="Theme"
          options={THEMES}
          value={contrast === 'high' ? 'high' : theme}
          picture={id => <span className="theme-picture" data-preview={id} />}
          onChange={chooseTheme}
        />
      </Section>
      <Section title="Density" lead="The height of rows in lists.">
        <Choices<Preferences['density']>
          label="Density"
          options={DENSITIES}
          value={density}
          picture={id => <span className="density-picture" data-preview={id} />}
          onChange={chosen => change({ density: chosen })}
        />
      </Section>
      <Section title="Start">
        <SettingSelect
          label="First page"
          hint="The page that opens with the address of the server."
          options={FIRST_PAGES}
          value={first_page}
          onChange={chosen => change({ first_page: chosen })}
        />
      </Section>
    </Page>
  )
}
