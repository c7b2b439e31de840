/** The console, signed in or not. */
export function App() {
  return <main>Operator console</main>;
}
