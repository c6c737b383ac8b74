/** The projects of the product team: a backpack in development, and the new shop. */
import type { DemoProject } from '../content.ts'

const backpack: DemoProject = {
  name: 'Ridge 40 backpack',
  notes: 'The successor of our backpack for long walks: 40 litres, repairable, 1.2 kg.',
  team: 'product',
  owner: 'jonas',
  color: 'dark-purple',
  icon: 'mountain_flag',
  view: 'board',
  crew: ['jonas', 'priya', 'tomas', 'lucia'],
  start: -60,
  due: 80,
  fields: ['priority', 'effort', 'supplier', 'product_line'],
  brief: {
    title: 'A backpack that can be repaired at home',
    text: 'Every part that breaks can be replaced with one tool: buckles, straps, the frame. It weighs 1.2 kg and carries 14 kg. Two prototypes, one field test with twenty people, then the order for the first 1,500.',
  },
  statuses: [
    {
      ...({ type: 'at_risk', title: 'Buckles decide the schedule', by: 'jonas', daysAgo: 2 } as const),
      text: 'The second prototype carries well, but the new buckle breaks at -10 °C. A second supplier sends samples on Thursday. If they fail too, we lose three weeks.',
    },
    {
      ...({ type: 'on_track', title: 'Second prototype is sewn', by: 'jonas', daysAgo: 12 } as const),
      text: 'The second prototype is 90 g lighter than the first, and the back panel is better.',
    },
  ],
  sections: [
    {
      name: 'In progress',
      stage: 'now',
      tasks: [
        'Cold test of the buckles',
        'Find a second supplier for buckles',
        'Draw the repair guide',
        'Cost per unit at 1,500 pieces',
      ],
    },
    {
      name: 'Next',
      stage: 'next',
      tasks: [
        'Recruit twenty people for the field test',
        'Sew the third prototype',
        'Sign off the design',
        'Order spare parts for five years',
        'Check the label for washing',
      ],
    },
    {
      name: 'Later',
      stage: 'later',
      tasks: [
        'Field test in the mountains',
        'Evaluate the field test',
        'Order the first 1,500',
        'Photograph each repair step',
        'Packaging without plastic',
        'Register the design',
        'Colours for the second year',
        'Rain cover in a pocket',
      ],
    },
    {
      name: 'Done',
      stage: 'done',
      tasks: [
        'Interview 15 hikers about repairs',
        'Sketch three back panels',
        'Sew the first prototype',
        'Weigh every part',
        'Choose the fabric',
        'Sew the second prototype',
      ],
    },
  ],
  details: {
    'Cold test of the buckles': {
      assignee: 'tomas',
      start: -6,
      due: -1,
      tags: ['urgent'],
      fields: { priority: 'High', effort: 3, supplier: 'Kettil & Daughters', product_line: 'Backpacks' },
      notes: 'Two hours at -10 °C, then 200 clicks. The old buckle passed with 3 of 200 failures.',
      comments: [
        ['tomas', 'First run: 41 of 200 break at -10 °C. At 0 °C all is well.', 74],
        ['jonas', 'That is too many. Can the supplier change the plastic?', 72],
        ['tomas', 'They can, in six weeks. I ask a second supplier for samples in the meantime.', 70],
      ],
      files: [
        { name: 'buckle-test.csv', text: 'Temperature,Clicks,Broken\n20,200,0\n0,200,0\n-5,200,9\n-10,200,41\n' },
      ],
      time: [
        ['tomas', 180, 5],
        ['tomas', 210, 3],
        ['jonas', 45, 3],
      ],
    },
    'Find a second supplier for buckles': {
      assignee: 'lucia',
      due: 3,
      tags: ['waiting'],
      fields: { priority: 'High', effort: 2, supplier: 'Noor Components' },
      subtasks: ['Ask three suppliers for samples', 'Compare prices at 1,500 pieces', 'Cold test of the samples'],
    },
    'Sew the third prototype': {
      assignee: 'tomas',
      due: 11,
      fields: { priority: 'Medium', effort: 5, product_line: 'Backpacks' },
      after: ['Cold test of the buckles', 'Find a second supplier for buckles'],
    },
    'Sign off the design': {
      subtype: 'approval',
      approval: 'pending',
      assignee: 'maya',
      due: 15,
      after: ['Sew the third prototype', 'Cost per unit at 1,500 pieces'],
    },
    'Field test in the mountains': { assignee: 'jonas', start: 24, due: 30, after: ['Sew the third prototype'] },
    'Evaluate the field test': { assignee: 'priya', due: 37, after: ['Field test in the mountains'] },
    'Order the first 1,500': {
      subtype: 'milestone',
      assignee: 'lucia',
      due: 45,
      after: ['Evaluate the field test', 'Sign off the design'],
    },
    'Cost per unit at 1,500 pieces': {
      assignee: 'lucia',
      due: 5,
      subtasks: ['Fabric and thread', 'Buckles and frame', 'Sewing time', 'Freight'],
    },
    'Recruit twenty people for the field test': {
      assignee: 'jonas',
      due: 8,
      subtasks: ['Form on the website', 'Choose by height and weight', 'Insurance'],
    },
    'Draw the repair guide': {
      assignee: 'priya',
      due: 4,
      fields: { effort: 4, priority: 'Medium' },
      likes: ['jonas', 'kai'],
      time: [['priya', 120, 2]],
    },
  },
}

const webshop: DemoProject = {
  name: 'Webshop relaunch',
  notes: 'A faster shop with a checkout on one page, and repairs that customers can book.',
  team: 'product',
  owner: 'aiko',
  color: 'dark-blue',
  icon: 'shopping_basket',
  view: 'board',
  crew: ['aiko', 'noah', 'priya', 'sam', 'kai'],
  start: -70,
  due: 34,
  fields: ['priority', 'effort'],
  brief: {
    title: 'A shop that loads in one second',
    text: 'Half of our visitors are on a phone, many on a slow network. The new shop loads in one second, the checkout is one page, and repairs have a page of their own. We move country by country: Denmark first.',
  },
  statuses: [
    {
      ...({ type: 'on_track', title: 'Denmark is live', by: 'aiko', daysAgo: 4 } as const),
      text: 'The Danish shop runs on the new platform since Monday. Orders are 6 % above the same week of last year, and the median page loads in 0.9 seconds. Sweden is next.',
    },
    {
      ...({ type: 'on_track', title: 'Checkout passed the load test', by: 'noah', daysAgo: 18 } as const),
      text: '400 orders a minute without an error, four times our best day.',
    },
  ],
  sections: [
    {
      name: 'In progress',
      stage: 'now',
      tasks: [
        'Book a repair: form and photos',
        'Swedish texts',
        'Gift cards',
        'Stock levels update too late',
        'Search finds misspelled names',
      ],
    },
    {
      name: 'Ready',
      stage: 'next',
      tasks: [
        'Open the Swedish shop',
        'Size guide with a tape measure',
        'Invoices as PDF',
        'Keyboard access for the filters',
        'Measure the checkout of first-time buyers',
        'Delivery day at the checkout',
        'Texts for empty search results',
      ],
    },
    {
      name: 'Backlog',
      stage: 'later',
      tasks: [
        'Open the German shop',
        'Switch off the old shop',
        'Wish lists',
        'Compare two products',
        'Pay by bank transfer',
        'Dark mode',
        'Reviews with photos',
        'Rent a tent for a weekend',
        'Used gear from customers',
      ],
    },
    {
      name: 'Done',
      stage: 'done',
      tasks: [
        'Map all addresses of the old shop',
        'Checkout on one page',
        'Load test of the checkout',
        'Move the product data',
        'Danish texts',
        'Open the Danish shop',
        'Cookie notice without tricks',
      ],
    },
  ],
  details: {
    'Book a repair: form and photos': {
      assignee: 'noah',
      start: -4,
      due: 2,
      fields: { priority: 'High', effort: 5 },
      subtasks: ['Form with three questions', 'Upload of photos', 'E-mail to the workshop', 'Price estimate'],
      comments: [
        ['kai', 'Customers often do not know the name of their product. Can they start with a photo?', 40],
        ['noah', 'Good idea. The photo comes first now, and the name is optional.', 33],
      ],
      time: [
        ['noah', 300, 3],
        ['noah', 240, 2],
        ['noah', 180, 1],
      ],
    },
    'Stock levels update too late': {
      assignee: 'noah',
      due: -1,
      tags: ['urgent', 'customer'],
      fields: { priority: 'High', effort: 2 },
      notes:
        'Steps: reserve the last item in the shop in Aarhus, then look at the product page. It says "in stock" for up to 20 minutes.',
      comments: [['kai', 'Three customers bought something that we did not have this week.', 26]],
    },
    'Open the Danish shop': { subtype: 'milestone', assignee: 'aiko', likes: ['maya', 'noah', 'sam', 'elena'] },
    'Open the Swedish shop': {
      subtype: 'milestone',
      assignee: 'aiko',
      due: 10,
      after: ['Swedish texts', 'Stock levels update too late'],
    },
    'Open the German shop': { subtype: 'milestone', assignee: 'aiko', due: 27, after: ['Open the Swedish shop'] },
    'Switch off the old shop': { assignee: 'noah', due: 34, after: ['Open the German shop'] },
    'Swedish texts': { assignee: 'sam', due: 5, time: [['sam', 200, 1]] },
    'Gift cards': {
      assignee: 'noah',
      due: 4,
      fields: { priority: 'Medium', effort: 4 },
      subtasks: ['Design of the card', 'Balance on the account page', 'Rules for the accountant'],
    },
    'Size guide with a tape measure': { assignee: 'priya', subtasks: ['Drawings', 'Table by height'] },
    'Dark mode': { assignee: null, tags: ['customer'] },
    'Wish lists': { assignee: null },
    'Keyboard access for the filters': { assignee: 'noah', tags: ['quickwin'], fields: { effort: 1 } },
  },
}

export const product = { backpack, webshop }
