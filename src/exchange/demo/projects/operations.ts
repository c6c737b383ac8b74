/** The projects of the operations team: the move of the warehouse, which is late, and customer support. */
import type { DemoProject } from '../content.ts'

const warehouse: DemoProject = {
  name: 'Warehouse move',
  notes: 'From the old dairy to the hall at the harbour, without a day on which we do not ship.',
  team: 'operations',
  owner: 'lucia',
  color: 'dark-orange',
  icon: 'briefcase',
  view: 'list',
  crew: ['lucia', 'dev', 'ruth', 'kai'],
  start: -50,
  due: 21,
  fields: ['priority', 'budget', 'supplier'],
  brief: {
    title: 'Move 14,000 items in one weekend',
    text: 'The lease of the dairy ends, and the hall at the harbour has twice the height. We move over a weekend, ship from both places for three days, and close the dairy after the inventory.',
  },
  statuses: [
    {
      ...({ type: 'off_track', title: 'The racks are two weeks late', by: 'lucia', daysAgo: 2 } as const),
      text: 'The supplier of the racks confirmed a delay of two weeks. Without racks we cannot move on the planned weekend. We ask the landlord of the dairy for another month, and look for racks to rent.',
    },
    {
      ...({ type: 'at_risk', title: 'No word from the rack supplier', by: 'lucia', daysAgo: 9 } as const),
      text: 'Everything else is ready, but the delivery date of the racks is not confirmed.',
    },
  ],
  files: [
    {
      name: 'moving-plan.txt',
      text: 'Friday 16:00  last pick-up at the dairy\nFriday 18:00  trucks 1 and 2 leave\nSaturday      tents, backpacks\nSunday        accessories, packing tables\nMonday 09:00  first parcel from the harbour\n',
    },
  ],
  sections: [
    {
      name: 'Before the move',
      stage: 'now',
      tasks: [
        'Deliver and assemble the racks',
        'Extend the lease of the dairy',
        'Rent racks for a month',
        'Internet and printers in the hall',
        'Fire protection inspection',
        'Label 1,100 shelf places',
      ],
    },
    {
      name: 'Move',
      stage: 'next',
      tasks: [
        'Book three trucks',
        'Staff plan for the weekend',
        'Moving weekend',
        'Ship from both places for three days',
        'Inventory in the new hall',
      ],
    },
    {
      name: 'After the move',
      stage: 'later',
      tasks: [
        'Clean and hand over the dairy',
        'Change the address for returns',
        'Party at the harbour',
        'Sell the old racks',
        'Review the costs of the move',
      ],
    },
    {
      name: 'Done',
      stage: 'done',
      tasks: [
        'Sign the lease of the hall',
        'Measure the hall',
        'Plan the aisles',
        'Order the racks',
        'Inform the parcel service',
      ],
    },
  ],
  details: {
    'Deliver and assemble the racks': {
      assignee: 'dev',
      due: -5,
      tags: ['waiting', 'urgent'],
      fields: { priority: 'High', budget: 38000, supplier: 'Halden Racks' },
      comments: [
        ['dev', 'They promise the 14th "at the latest". I asked for a penalty in writing.', 60],
        ['lucia', 'Thank you. I call the landlord today, so that we have a plan B.', 58],
        ['lucia', '@maya The landlord gives us one more month for 9,500 euros. May I sign?', 1],
      ],
      files: [
        { name: 'delivery-confirmation.txt', text: 'Order 4471: 62 frames, 310 beams. Delivery delayed by 14 days.\n' },
      ],
    },
    'Extend the lease of the dairy': {
      by: 'maya',
      assignee: 'lucia',
      due: 1,
      tags: ['legal'],
      fields: { priority: 'High', budget: 9500 },
    },
    'Rent racks for a month': { assignee: 'dev', due: 2, fields: { budget: 4200, supplier: 'Rackpool' } },
    'Fire protection inspection': { by: 'maya', assignee: 'ruth', due: 4 },
    'Label 1,100 shelf places': {
      assignee: 'kai',
      due: 6,
      after: ['Deliver and assemble the racks'],
      subtasks: ['Print the labels', 'Aisles A to D', 'Aisles E to H'],
    },
    'Moving weekend': {
      subtype: 'milestone',
      assignee: 'lucia',
      due: 14,
      after: [
        'Deliver and assemble the racks',
        'Internet and printers in the hall',
        'Fire protection inspection',
        'Book three trucks',
      ],
    },
    'Staff plan for the weekend': {
      assignee: 'ruth',
      due: 7,
      subtasks: ['Ask who can help', 'Shifts of four hours', 'Food and gloves'],
    },
    'Internet and printers in the hall': {
      assignee: 'kai',
      due: 3,
      subtasks: ['Order the line', 'Set up label printers'],
    },
    'Inventory in the new hall': { assignee: 'dev', due: 17, after: ['Moving weekend'] },
    'Clean and hand over the dairy': { assignee: 'dev', due: 21, after: ['Inventory in the new hall'] },
  },
}

const support: DemoProject = {
  name: 'Customer support',
  notes: 'Questions that need more than one answer. Urgent ones are tagged.',
  team: 'operations',
  owner: 'kai',
  color: 'dark-teal',
  icon: 'chat_bubbles',
  view: 'board',
  crew: ['kai', 'dev', 'aiko', 'lucia'],
  fields: ['priority', 'product_line'],
  statuses: [
    {
      ...({ type: 'on_track', title: 'Median answer in 3 hours 10', by: 'kai', daysAgo: 1 } as const),
      text: 'We are below four hours for the third week. Most questions were about zips, which the new guide on the website should reduce.',
    },
  ],
  sections: [
    {
      name: 'New',
      stage: 'now',
      tasks: [
        'Pole broke on the first night',
        'Wrong colour delivered twice',
        'Discount code does not work in Norway',
        'Can the Ridge 30 carry a child seat?',
        'Tent smells after winter',
        'Zip guide is missing a picture',
        'Two invoices for one order',
      ],
    },
    {
      name: 'Waiting for the customer',
      stage: 'next',
      tasks: ['Photos of the torn seam', 'Address for the replacement pole', 'Which size fits 1.58 m?'],
    },
    {
      name: 'In the workshop',
      stage: 'next',
      tasks: [
        'Replace the zip of a Fjellro 3',
        'New hip belt for a Ridge 30',
        'Patch a sleeping mat',
        'Seal the seams of two tents',
      ],
    },
    {
      name: 'Solved',
      stage: 'done',
      tasks: [
        'Refund for a cancelled order',
        'Parcel lost in Gothenburg',
        'Spare pegs for a school class',
        'Manual in Danish',
        'Invoice with another name',
        'Stove does not light at altitude',
        'Exchange of a gift',
        'Missing guy lines',
        'Pump does not fit the mat',
        'Delivery to a mountain hut',
        'Repair of a burned fly sheet',
      ],
    },
  ],
  details: {
    'Pole broke on the first night': {
      assignee: 'kai',
      due: 0,
      tags: ['customer', 'urgent'],
      fields: { priority: 'High', product_line: 'Tents' },
      notes: 'The customer leaves for a two-week walk on Saturday. A new pole must arrive by Friday.',
      comments: [
        ['kai', 'We have two poles of this length. Dev, can one go out by express today?', 4],
        ['dev', 'Packed. It leaves at three.', 2],
      ],
    },
    'Wrong colour delivered twice': { assignee: 'dev', due: 1, tags: ['customer'], fields: { priority: 'High' } },
    'Discount code does not work in Norway': { assignee: 'aiko', due: 2, fields: { priority: 'Medium' } },
    'Replace the zip of a Fjellro 3': { assignee: 'dev', time: [['dev', 55, 1]], fields: { product_line: 'Tents' } },
    'New hip belt for a Ridge 30': { assignee: 'dev', time: [['dev', 40, 2]], fields: { product_line: 'Backpacks' } },
  },
}

export const operations = { warehouse, support }
