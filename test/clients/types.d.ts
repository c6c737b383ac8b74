/** The clients ship no types that fit their use; tests call them as scripts do. */
declare module 'asana' {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const asana: any
  export default asana
}
declare module 'asana-v1' {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const asana: any
  export default asana
}
