/** The company of the demo: its people, teams, tags and custom fields. */

/** A domain that no one can register. */
export const DOMAIN = 'larkmoor.example'

export const ORGANIZATION = 'Larkmoor Outdoor'

export const people = {
  maya: { name: 'Maya Lindqvist', admin: true, time_zone: 'Europe/Stockholm' },
  jonas: { name: 'Jonas Okafor' },
  priya: { name: 'Priya Raman' },
  tomas: { name: 'Tomás Herrera' },
  elena: { name: 'Elena Fischer' },
  sam: { name: 'Sam Whitlock' },
  aiko: { name: 'Aiko Tanabe' },
  noah: { name: 'Noah Brandt' },
  lucia: { name: 'Lucía Moreau' },
  dev: { name: 'Dev Malhotra' },
  ruth: { name: 'Ruth Adeyemi' },
  kai: { name: 'Kai Sørensen' },
} as const

/** Who signs in first: the administrator. */
export const FIRST_PERSON = 'maya'

export const teams = {
  product: { name: 'Product', members: ['jonas', 'priya', 'tomas', 'noah', 'aiko', 'maya'] },
  marketing: { name: 'Marketing', members: ['elena', 'sam', 'aiko', 'maya'] },
  operations: { name: 'Operations', members: ['lucia', 'dev', 'kai', 'maya'] },
  workplace: { name: 'People & workplace', members: ['ruth', 'maya', 'lucia'] },
}

export const tags = {
  urgent: { name: 'urgent', color: 'dark-red' },
  waiting: { name: 'waiting for supplier', color: 'light-orange' },
  quickwin: { name: 'quick win', color: 'light-green' },
  customer: { name: 'customer request', color: 'dark-blue' },
  legal: { name: 'legal', color: 'dark-purple' },
}

export const customFields = {
  priority: {
    name: 'Priority',
    type: 'enum',
    options: [
      { name: 'High', color: 'red' },
      { name: 'Medium', color: 'yellow-orange' },
      { name: 'Low', color: 'blue-green' },
    ],
  },
  effort: { name: 'Effort', type: 'number', precision: 0, description: 'In days' },
  channel: {
    name: 'Channel',
    type: 'multi_enum',
    options: [
      { name: 'Newsletter', color: 'indigo' },
      { name: 'Blog', color: 'green' },
      { name: 'Social', color: 'hot-pink' },
      { name: 'Shop', color: 'orange' },
    ],
  },
  budget: { name: 'Budget', type: 'number', precision: 0, format: 'currency', currency_code: 'EUR' },
  supplier: { name: 'Supplier', type: 'text' },
  reviewers: { name: 'Reviewers', type: 'people' },
  product_line: {
    name: 'Product line',
    type: 'enum',
    options: [
      { name: 'Tents', color: 'blue' },
      { name: 'Backpacks', color: 'purple' },
      { name: 'Accessories', color: 'yellow' },
    ],
  },
}
