/** The regions whose conventions dates and numbers can follow. The app is in English everywhere. */

const REGIONS = [
  ...['AR', 'AT', 'AU', 'BE', 'BR', 'CA', 'CH', 'CL', 'CN', 'CO', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'HU'],
  ...['ID', 'IE', 'IL', 'IN', 'IT', 'JP', 'KR', 'MX', 'NL', 'NO', 'NZ', 'PH', 'PL', 'PT', 'RO', 'SE', 'SG', 'TR', 'TW'],
  ...['UA', 'US', 'VN', 'ZA'],
]

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Language tags with the names of their regions, by name. `chosen` is one that may not be among them. */
export function regionOptions(chosen: string | null): (readonly [locale: string, name: string])[] {
  const known = REGIONS.map(region => [`en-${region}`, names.of(region) ?? region] as const)
  const all = !chosen || known.some(([locale]) => locale === chosen) ? known : [...known, [chosen, chosen] as const]
  return all.toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
}
