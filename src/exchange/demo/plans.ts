/** What the demo plans: portfolios of projects, and the goals that they support. */
import type { PersonKey } from './content.ts'
import type { Calendar } from './dates.ts'
import { FIRST_PERSON } from './organization.ts'

const STATUS_AGE_HOURS = 26

export const portfoliosAt = (calendar: Calendar) => ({
  company: {
    name: 'Company projects',
    color: 'dark-green',
    owner: FIRST_PERSON,
    items: ['launch', 'backpack', 'webshop', 'warehouse'],
    custom_fields: ['priority'],
    members: { jonas: 'editor', elena: 'editor', lucia: 'editor' },
    status_updates: [
      {
        ...{ status_type: 'at_risk', title: 'Two of four need a decision', by: FIRST_PERSON },
        text: 'The shop is ahead. The tent launch depends on the photos of this week, the backpack on buckles, and the warehouse on racks.',
        created_at: calendar.hoursAgo(20),
      },
    ],
  },
  customers: {
    name: 'Customers first',
    color: 'dark-blue',
    owner: 'kai',
    items: ['support', 'webshop', 'editorial'],
    members: { aiko: 'editor', maya: 'viewer' },
  },
})

const statusAt = (calendar: Calendar, by: PersonKey, status_type: string, title: string, text: string) => ({
  ...{ status_type, title, text, by, created_at: calendar.hoursAgo(STATUS_AGE_HOURS) },
})

/** A goal for the year of the whole company. */
const companyGoalAt = (calendar: Calendar) => ({
  name: 'Sell more, and have less returned',
  notes: 'Revenue of the shop in this year, in euros.',
  owner: 'maya',
  time_period: calendar.year,
  is_workspace_level: true,
  metric: {
    ...{ unit: 'currency', currency_code: 'EUR', precision: 0 },
    ...{ initial_number_value: 0, target_number_value: 4_200_000, current_number_value: 3_150_000 },
  },
  supported_by: ['countries', 'trailhead', 'answers'],
  status_updates: [statusAt(calendar, 'maya', 'on_track', 'Three quarters there', 'Denmark adds 6 % to every week.')],
  comments: [{ by: 'elena', text: 'The tent launch should bring the rest.', created_at: calendar.hoursAgo(20) }],
})

const progressOf = (project: string) => ({
  metric: { unit: 'percentage', progress_source: 'project_task_completion' },
  supported_by: [{ supporting_resource: project, contribution_weight: 1 }],
})

export const goalsAt = (calendar: Calendar) => ({
  growth: companyGoalAt(calendar),
  countries: {
    ...{ name: 'Open the new shop in three countries', owner: 'aiko', team: 'product' },
    ...{ time_period: calendar.quarter, ...progressOf('webshop') },
    status_updates: [statusAt(calendar, 'aiko', 'on_track', 'Denmark is live', 'Sweden follows in two weeks.')],
  },
  trailhead: {
    ...{ name: 'Launch Trailhead on the agreed day', owner: 'elena', team: 'marketing' },
    ...{ time_period: calendar.quarter, ...progressOf('launch') },
    status_updates: [
      statusAt(calendar, 'elena', 'at_risk', 'Photos decide', 'Without pictures there are no product pages.'),
    ],
  },
  answers: {
    ...{ name: 'Answer customers within four hours', owner: 'kai', team: 'operations' },
    notes: 'The median of each week, in minutes.',
    time_period: calendar.quarter,
    metric: {
      ...{ unit: 'none', precision: 0 },
      ...{ initial_number_value: 420, target_number_value: 240, current_number_value: 262 },
    },
    supported_by: [{ supporting_resource: 'support', contribution_weight: 0 }],
    status_updates: [statusAt(calendar, 'kai', 'on_track', 'Nearly there', 'Three weeks below four and a half hours.')],
  },
})
