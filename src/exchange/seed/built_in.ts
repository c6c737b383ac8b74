/** The text of the built-in seed: the smallest world in which most requests have an answer. */
export const BUILT_IN = `
seed: 1
workspace: { key: example, name: Example, domains: [example.test], plan: enterprise }
people:
  ann: { name: Ann Lee, admin: true, token: ann-token }
  ben: { name: Ben Oz, token: ben-token }
service_accounts:
  robot: { name: Robot, token: robot-token }
teams:
  product: { name: Product, members: [ann, ben] }
projects:
  launch:
    name: Launch
    team: product
    sections: { todo: To do, doing: Doing, done: Done }
    tasks:
      brief: { name: Write the brief, section: todo, assignee: ann, due_on: +3d }
      plan: { name: Plan the launch, section: todo, assignee: ben, due_on: +7d, depends_on: [brief] }
      design: { name: Design the page, section: doing, assignee: ben }
      budget: { name: Agree on the budget, section: doing }
      kickoff: { name: Hold the kickoff, section: done, assignee: ann, completed: true }
`
