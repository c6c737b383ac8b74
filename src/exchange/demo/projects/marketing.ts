/** The projects of the marketing team: a launch that is at risk, and the editorial calendar. */
import type { DemoProject } from '../content.ts'

const launch: DemoProject = {
  name: 'Trailhead tent launch',
  notes: 'Everything from the first photo to the first tent that leaves the warehouse.',
  team: 'marketing',
  owner: 'elena',
  color: 'dark-green',
  icon: 'rocket',
  view: 'list',
  crew: ['elena', 'sam', 'aiko', 'priya', 'maya'],
  start: -40,
  due: 26,
  fields: ['priority', 'channel', 'budget', 'reviewers'],
  brief: {
    title: 'Launch the Trailhead 2 and Trailhead 3',
    text: 'Trailhead is our first tent below two kilograms. We launch it to people who hike for a weekend, not to people who climb. The shop, the newsletter and eight dealers start on the same day. Success: 600 tents in the first month, and fewer than 3 % returned.',
  },
  statuses: [
    {
      ...({ type: 'at_risk', title: 'Week 5: photos are late, the date holds', by: 'elena', daysAgo: 1 } as const),
      text: 'The storm moved the photo shoot by six days, so the product pages wait for pictures. Copy and packaging are done. If the shoot happens this week we keep the launch day; a decision on the backup studio is due on the day after tomorrow.',
    },
    {
      ...({ type: 'on_track', title: 'Week 4: packaging approved', by: 'elena', daysAgo: 8 } as const),
      text: 'The packaging is approved and at the printer. The shortlist of testers is complete, and the first samples arrived.',
    },
    {
      ...({ type: 'on_track', title: 'Week 3: samples are here', by: 'elena', daysAgo: 15 } as const),
      text: 'Both sizes arrived from the mill. The colours match the swatches.',
    },
  ],
  files: [
    { name: 'trailhead-colours.png', swatches: ['#2f4f3a', '#7d8f5b', '#d9b25f', '#b5532f', '#263238'] },
    {
      name: 'launch-budget.csv',
      text: 'Item,Planned EUR,Spent EUR\nPhoto shoot,6200,1850\nSamples for testers,4800,4310\nPaid social,9000,0\nDealer kits,3100,2940\n',
    },
  ],
  sections: [
    {
      name: 'Prepare',
      stage: 'done',
      tasks: [
        'Write the launch brief',
        'Agree on the launch date with dealers',
        'Order samples from the mill',
        'Choose the colour names',
        'Approve the packaging',
      ],
    },
    {
      name: 'Create',
      stage: 'now',
      tasks: [
        'Shoot the product photos',
        'Select and retouch the photos',
        'Write the product pages',
        'Film how to pitch the tent',
        'Design the dealer kit',
        'Translate the product pages',
        'Legal check of the claims',
      ],
    },
    {
      name: 'Announce',
      stage: 'next',
      tasks: [
        'Send tents to twelve testers',
        'Press release',
        'Newsletter to 18,000 subscribers',
        'Book paid social for four weeks',
        'Brief the shop staff',
        'Schedule the announcement posts',
        'Prepare answers to common questions',
        'Photos for the dealers',
      ],
    },
    {
      name: 'Launch',
      stage: 'later',
      tasks: [
        'Publish the product pages',
        'Launch day',
        'Thank the testers',
        'Review the first week of sales',
        'Collect quotes for the spring catalogue',
      ],
    },
  ],
  details: {
    'Write the launch brief': { assignee: 'elena', likes: ['maya', 'sam'] },
    'Approve the packaging': {
      subtype: 'approval',
      assignee: 'maya',
      comments: [['maya', 'The recycled board feels right. Approved, and well done.', 200]],
      likes: ['priya', 'elena'],
    },
    'Shoot the product photos': {
      assignee: 'priya',
      start: -8,
      due: 1,
      tags: ['urgent'],
      fields: { priority: 'High', budget: 6200, channel: ['Shop', 'Social'] },
      notes:
        'Two days at the lake, one day in the studio. We need each tent pitched, packed and in the rain.\n\nThe first date was lost to the storm. The photographer keeps two days free this week.',
      subtasks: ['Reserve the campsite', 'Pack both colours and the spare poles', 'Book the backup studio'],
      comments: [
        ['priya', 'The storm closed the road to the lake. The photographer offers this week, or the studio.', 50],
        ['elena', 'Let us try the lake once more. If the forecast is bad tomorrow at noon, we take the studio.', 46],
        ['priya', 'Forecast looks fine for now. I pack both colours.', 5],
      ],
      files: [
        {
          name: 'shot-list.txt',
          text: '1. Both sizes pitched, front and side\n2. Packed next to a water bottle\n3. Inner tent, door open\n4. Rain: water beads on the fly\n5. Hands on the pole clips\n',
        },
      ],
      time: [
        ['priya', 240, 4],
        ['priya', 90, 1],
      ],
    },
    'Select and retouch the photos': { assignee: 'priya', due: 5, after: ['Shoot the product photos'] },
    'Write the product pages': {
      assignee: 'sam',
      due: 2,
      start: -5,
      fields: { priority: 'High', channel: ['Shop'], reviewers: ['elena', 'aiko'] },
      subtasks: ['Trailhead 2', 'Trailhead 3', 'Comparison table', 'Care and repair'],
      comments: [['aiko', 'Please mention the packed size in the first line: it is the question we get most.', 27]],
      time: [
        ['sam', 150, 3],
        ['sam', 105, 2],
      ],
    },
    'Translate the product pages': { assignee: 'sam', due: 9, after: ['Write the product pages'] },
    'Legal check of the claims': {
      subtype: 'approval',
      approval: 'pending',
      assignee: 'maya',
      due: 3,
      tags: ['legal'],
      after: ['Write the product pages'],
      notes: 'May we say "waterproof", or only "water-resistant"? The test report is attached.',
      comments: [['sam', 'The pages say "waterproof" for now. I change them tonight if you prefer the other word.', 2]],
      files: [
        { name: 'water-column-report.txt', text: 'Sample A: 3,200 mm\nSample B: 3,150 mm\nSeams: no leak in 24 h\n' },
      ],
    },
    'Press release': {
      by: 'maya',
      assignee: 'elena',
      due: 10,
      subtasks: ['Quote from Jonas', 'Facts and weights', 'List of journalists'],
    },
    'Send tents to twelve testers': {
      assignee: 'aiko',
      due: 7,
      subtasks: ['Addresses of all testers', 'Card with three questions', 'Labels for the return'],
    },
    'Design the dealer kit': { assignee: 'priya', due: 6, subtasks: ['Poster', 'Shelf card', 'Fabric samples'] },
    'Film how to pitch the tent': {
      assignee: 'sam',
      due: -2,
      comments: [['sam', 'Second cut is ready for a look.', 20]],
    },
    'Newsletter to 18,000 subscribers': {
      assignee: 'sam',
      due: 14,
      fields: { channel: ['Newsletter'], priority: 'Medium' },
      after: ['Select and retouch the photos'],
    },
    'Book paid social for four weeks': { assignee: 'aiko', fields: { budget: 9000, channel: ['Social'] } },
    'Publish the product pages': {
      assignee: 'aiko',
      due: 18,
      after: ['Translate the product pages', 'Legal check of the claims', 'Select and retouch the photos'],
    },
    'Launch day': { subtype: 'milestone', assignee: 'elena', due: 19, after: ['Publish the product pages'] },
    'Review the first week of sales': { assignee: 'elena', due: 26, after: ['Launch day'] },
  },
}

const editorial: DemoProject = {
  name: 'Editorial calendar',
  notes: 'Stories for the blog, the newsletter and social media. A story moves to the right when it is ready.',
  team: 'marketing',
  owner: 'sam',
  color: 'dark-pink',
  icon: 'calendar',
  view: 'calendar',
  crew: ['sam', 'elena', 'aiko', 'kai'],
  fields: ['channel', 'reviewers'],
  statuses: [
    {
      ...({ type: 'on_track', title: 'Stories until the end of the month', by: 'sam', daysAgo: 3 } as const),
      text: 'Four stories are ready and two are in review. The interview with the trail keeper is booked.',
    },
  ],
  sections: [
    {
      name: 'Published',
      stage: 'done',
      tasks: [
        'Five hikes you can reach by train',
        'How we test zips',
        'Customer story: 400 km with one backpack',
        'Repair or replace? A short guide',
        'What to pack for a night in the snow',
      ],
    },
    {
      name: 'Review',
      stage: 'now',
      tasks: ['Interview with a trail keeper', 'Why our tents are green', 'Photo essay: the first frost'],
    },
    {
      name: 'Writing',
      stage: 'next',
      tasks: [
        'Ten years of the Ridge backpack',
        'Cooking on one burner',
        'Packing list for two nights',
        'Three questions to our dealers',
        'How to wash a sleeping bag',
        'Behind the counter: our Malmö shop',
        'Gift guide for people who own everything',
      ],
    },
    {
      name: 'Ideas',
      stage: 'later',
      tasks: [
        'Which knots you really need',
        'A quiet weekend on the islands',
        'Ask the designer: questions from readers',
        'Dogs on long walks',
        'The history of the tent peg',
        'Maps on paper, and why we sell them',
        'A day with the repair workshop',
        'What a tent weighs, and why',
        'Letters from readers',
      ],
    },
  ],
  details: {
    'Interview with a trail keeper': {
      assignee: 'sam',
      due: 1,
      fields: { channel: ['Blog', 'Newsletter'], reviewers: ['elena'] },
      comments: [
        ['elena', 'Lovely. Can we open with the story about the bridge?', 30],
        ['sam', 'Done. The bridge is the first paragraph now.', 22],
      ],
    },
    'Cooking on one burner': { assignee: 'kai', due: 10, subtasks: ['Three recipes', 'Photos in the garden'] },
    'Why our tents are green': { assignee: 'elena', due: 3, fields: { channel: ['Blog'] } },
    'Gift guide for people who own everything': {
      assignee: 'aiko',
      due: 12,
      fields: { channel: ['Shop', 'Social', 'Newsletter'] },
      subtasks: ['Choose twelve products', 'Prices and stock', 'Photos on one table'],
    },
    'Ten years of the Ridge backpack': { assignee: 'sam', due: 8, fields: { channel: ['Blog'] }, tags: ['customer'] },
    'Which knots you really need': { assignee: null },
    'Dogs on long walks': { assignee: null, tags: ['customer'] },
  },
}

export const marketing = { launch, editorial }
