/** How dates and times are shown. */
import { SettingSelect } from '../../../components/choices/setting_select.tsx'
import { Switch } from '../../../components/control/switch.tsx'
import { Page } from '../../../components/page.tsx'
import { WEEKDAYS, type Weekday, weekStartOf } from '../../../data/preferences.ts'
import { regionOptions } from './regions.ts'
import { usePreferences } from './use_preferences.ts'

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The value for what the browser says. */
const BROWSER = ''

const dayName = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1)

const DAYS = WEEKDAYS.map(day => [day, dayName(day)] as const)

const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

export function LanguagePage() {
  const [{ week_start, week_numbers, time_zone, locale }, change] = usePreferences()
  const weekStarts: readonly (readonly [Weekday | typeof BROWSER, string])[] = [
    [BROWSER, `Default (${dayName(weekStartOf(locale))})`],
    ...DAYS,
  ]
  const zones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC')
  if (time_zone) zones.add(time_zone)
  const zoneOptions = [...zones].toSorted().map(zone => [zone, zoneName(zone)] as const)
  return (
    <Page title="Language" lead="How dates and times are shown to you. The app is in English.">
      <div className="form">
        <SettingSelect
          label="Region"
          hint="How times and numbers are written."
          options={[[BROWSER, 'That of this browser'], ...regionOptions(locale)]}
          value={locale ?? BROWSER}
          onChange={chosen => change({ locale: chosen || null })}
        />
        <SettingSelect
          label="Week starts on"
          options={weekStarts}
          value={week_start ?? BROWSER}
          onChange={day => change({ week_start: day || null })}
        />
        <Switch isOn={week_numbers} onChange={isOn => change({ week_numbers: isOn })}>
          Week numbers in calendars
        </Switch>
        <SettingSelect
          label="Time zone"
          hint="Days without a time are the same everywhere."
          options={[[BROWSER, `That of this browser (${zoneName(OWN_ZONE)})`], ...zoneOptions]}
          value={time_zone ?? BROWSER}
          onChange={zone => change({ time_zone: zone || null })}
        />
      </div>
    </Page>
  )
}
