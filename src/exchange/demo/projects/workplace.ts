/** A private project for hiring, and the archived trade fair. */
import type { DemoProject } from '../content.ts'

const hiring: DemoProject = {
  name: 'Hiring',
  notes: 'Candidates and offers. Only the hiring team sees this project.',
  team: 'workplace',
  owner: 'ruth',
  color: 'light-purple',
  icon: 'people',
  view: 'board',
  crew: ['ruth', 'maya', 'jonas'],
  privacy: 'private',
  start: -30,
  due: 40,
  fields: ['priority'],
  statuses: [
    {
      ...({ type: 'on_track', title: 'Two offers are out', by: 'ruth', daysAgo: 5 } as const),
      text: 'Offers for the workshop and for the shop in Aarhus are out. The search for a textile engineer starts next week.',
    },
  ],
  sections: [
    {
      name: 'Plan',
      stage: 'next',
      tasks: [
        'Job description: textile engineer',
        'Salary bands for next year',
        'Referral bonus: yes or no?',
        'Interview training for team leads',
      ],
    },
    {
      name: 'Interviews',
      stage: 'now',
      tasks: [
        'Second interview: shop manager, Aarhus',
        'Trial day in the workshop',
        'Call three references',
        'Portfolio review: junior designer',
      ],
    },
    {
      name: 'Offers',
      stage: 'next',
      tasks: ['Contract for the repair technician', 'Approve the offer for Aarhus', 'Relocation help for Malmö'],
    },
    {
      name: 'Onboarding',
      stage: 'later',
      tasks: [
        'Laptop and keys',
        'First week in the shop',
        'Lunch with every team',
        'Feedback after 30 days',
        'Safety training in the warehouse',
      ],
    },
    {
      name: 'Done',
      stage: 'done',
      tasks: [
        'Publish the job for the workshop',
        'Screen 64 applications',
        'First interviews',
        'Update the page about jobs',
      ],
    },
  ],
  details: {
    'Call three references': { assignee: 'maya', due: 3 },
    'Trial day in the workshop': {
      assignee: 'ruth',
      due: 2,
      comments: [['jonas', 'I can show the sewing room at ten.', 15]],
    },
    'Approve the offer for Aarhus': {
      subtype: 'approval',
      approval: 'changes_requested',
      assignee: 'maya',
      due: 1,
      comments: [['maya', 'Please add the moving allowance, then I approve.', 9]],
    },
    'Job description: textile engineer': {
      assignee: 'jonas',
      due: 6,
      subtasks: ['Tasks', 'Requirements', 'What we offer'],
    },
    'Laptop and keys': {
      assignee: 'ruth',
      subtasks: ['Order the laptop', 'Key for the harbour', 'Photo for the door'],
    },
    'Contract for the repair technician': { assignee: 'ruth', due: 3, tags: ['legal'] },
  },
}

const fair: DemoProject = {
  name: 'Trade fair',
  notes: 'Our stand at the outdoor fair. Archived: the notes help with the next one.',
  team: 'marketing',
  owner: 'elena',
  color: 'light-warm-gray',
  icon: 'ticket',
  view: 'list',
  crew: ['elena', 'sam', 'priya', 'lucia'],
  isArchived: true,
  start: -120,
  due: -45,
  fields: ['budget'],
  statuses: [
    {
      ...({ type: 'complete', title: 'A good fair', by: 'elena', daysAgo: 44 } as const),
      text: '212 conversations, 31 new dealers, and the tent we pitched every hour was the most photographed stand in the hall. Next time: more water, fewer brochures.',
    },
  ],
  sections: [
    {
      name: 'Stand',
      stage: 'done',
      tasks: [
        'Reserve the stand',
        'Design the back wall',
        'Rent a floor that looks like moss',
        'Light without cables',
        'Transport and set-up',
      ],
    },
    {
      name: 'People',
      stage: 'done',
      tasks: ['Staff plan for three days', 'Hotel for six', 'Rehearse the tent demo', 'Name badges'],
    },
    {
      name: 'Afterwards',
      stage: 'done',
      tasks: ['Call the 31 new dealers', 'Thank the team', 'Write down what we learned', 'Sell the back wall'],
    },
  ],
  details: {
    'Write down what we learned': {
      assignee: 'elena',
      notes:
        'Pitch the tent every hour, on the hour. People plan for it.\nBring twice the water.\nBrochures are carried to the next bin.',
      likes: ['maya', 'lucia'],
    },
    'Design the back wall': {
      assignee: 'priya',
      files: [{ name: 'back-wall.png', swatches: ['#1f3b2d', '#f2e9d8', '#c8553d'] }],
      fields: { budget: 2800 },
    },
  },
}

export const workplace = { hiring, fair }
