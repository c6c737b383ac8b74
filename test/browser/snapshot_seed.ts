/** The content of the snapshots: names, gids and dates that never change. */

const SEEDED_AT = '2026-03-09T08:00:00.000Z'

/** The time of the server when its pictures are taken; browsers are ahead, so that each change is in their past. */
export const SERVER_TIME = '2026-03-11T09:00:00.000Z'
export const BROWSER_TIME = '2026-03-11T09:30:00.000Z'

export const ANN = 'ann@acme.test'

const tasks = {
  photos: {
    name: 'Take the product photos',
    section: 'doing',
    assignee: 'ben',
    start_on: '2026-03-09',
    due_on: '2026-03-13',
    tags: ['urgent'],
    notes: 'One day in the studio, one day outside. Each bag is needed open, closed and in use.',
    custom_fields: { priority: 'High', channel: ['Shop', 'Social'], budget: 6200 },
    likes: ['ann'],
    comments: [
      { by: 'cleo', text: 'The studio is booked for Thursday.', created_at: '2026-03-08T10:00:00.000Z' },
      { by: 'ann', text: 'Good. Please take the small bag, too.', created_at: '2026-03-08T11:30:00.000Z' },
    ],
    attachments: [{ name: 'shots.txt', text: 'Open, closed, in use' }],
    subtasks: {
      studio: { name: 'Book the studio', assignee: 'cleo', completed: true },
      light: { name: 'Rent a second light', assignee: 'ben', due_on: '2026-03-12' },
    },
  },
  pages: {
    name: 'Write the product pages',
    section: 'doing',
    assignee: 'ann',
    due_on: '2026-03-12',
    depends_on: ['photos'],
    custom_fields: { priority: 'High', channel: ['Shop'] },
  },
  film: {
    name: 'Film how the strap is fastened',
    section: 'doing',
    assignee: 'dan',
    due_on: '2026-03-06',
    custom_fields: { priority: 'Medium', channel: ['Social'], budget: 900 },
  },
  press: {
    name: 'Press release',
    section: 'todo',
    assignee: 'ann',
    due_on: '2026-03-16',
    tags: ['press'],
    custom_fields: { priority: 'Medium', channel: ['Press'] },
  },
  approval: {
    name: 'Approve the press photos',
    section: 'todo',
    resource_subtype: 'approval',
    assignee: 'ann',
    due_on: '2026-03-17',
    tags: ['press', 'legal'],
    depends_on: ['photos'],
    custom_fields: { priority: 'Low', channel: ['Press'] },
  },
  translate: {
    name: 'Translate the product pages into Swedish and German',
    section: 'todo',
    assignee: 'cleo',
    start_on: '2026-03-16',
    due_on: '2026-03-20',
    depends_on: ['pages'],
    custom_fields: { priority: 'Medium', budget: 1400 },
  },
  open: { name: 'Open the shop', section: 'todo', resource_subtype: 'milestone', due_on: '2026-03-25' },
  brief: { name: 'Brief the shop staff', section: 'todo', assignee: 'dan' },
  names: { name: 'Choose the names of the colours', section: 'done', completed: true, completed_at: '2026-03-05' },
}

const projects = {
  launch: {
    ...{ name: 'Bag launch', team: 'marketing', owner: 'ann', color: 'dark-green', icon: 'rocket' },
    members: { ann: 'admin', ben: 'editor', cleo: 'editor', dan: 'commenter' },
    custom_fields: ['priority', 'channel', 'budget'].map(custom_field => ({ custom_field, is_important: true })),
    sections: { todo: 'To do', doing: 'Doing', done: 'Done' },
    status_updates: [{ status_type: 'at_risk', title: 'Photos are late', by: 'ann', text: 'The launch day holds.' }],
    tasks,
  },
  website: {
    ...{ name: 'Website', team: 'marketing', owner: 'ben', color: 'dark-blue', icon: 'globe' },
    members: { ann: 'editor', ben: 'admin' },
    sections: { next: 'Next' },
    status_updates: [{ status_type: 'on_track', title: 'On time', by: 'ben', text: 'All pages are drawn.' }],
    tasks: {
      menu: { name: 'Shorten the menu', section: 'next', assignee: 'ann', due_on: '2026-03-11' },
      kit: { name: 'Page for the press', section: 'next', assignee: 'ben', due_on: '2026-03-19', tags: ['press'] },
    },
  },
  hiring: {
    ...{ name: 'Hiring', owner: 'cleo', color: 'light-purple', icon: 'people' },
    members: { ann: 'editor', cleo: 'admin' },
    sections: { open: 'Open' },
    tasks: { references: { name: 'Call three references', section: 'open', assignee: 'ann', due_on: '2026-03-18' } },
  },
}

/** A small company with a project that has all that a list, a board and a calendar show. */
export const SEED = {
  seed: 1,
  clock: SEEDED_AT,
  workspace: { key: 'acme', name: 'Acme Bags', domains: ['acme.test'], plan: 'enterprise' },
  people: {
    ann: { name: 'Ann Lee', email: ANN, admin: true },
    ben: { name: 'Ben Oz', token: 'ben-token' },
    cleo: { name: 'Cleo Park', token: 'cleo-token' },
    dan: { name: 'Dan Ruiz' },
  },
  teams: { marketing: { name: 'Marketing', members: ['ann', 'ben', 'cleo', 'dan'] } },
  tags: { urgent: { color: 'red' }, press: { color: 'dark-blue' }, legal: { color: 'dark-purple' } },
  custom_fields: {
    priority: {
      ...{ name: 'Priority', type: 'enum' },
      options: [
        { name: 'High', color: 'red' },
        { name: 'Medium', color: 'yellow-orange' },
        { name: 'Low', color: 'aqua' },
      ],
    },
    channel: {
      ...{ name: 'Channel', type: 'multi_enum' },
      options: [
        { name: 'Shop', color: 'orange' },
        { name: 'Social', color: 'hot-pink' },
        { name: 'Press', color: 'indigo' },
      ],
    },
    budget: { name: 'Budget', type: 'number', format: 'currency', currency_code: 'EUR', precision: 0 },
  },
  projects,
}
