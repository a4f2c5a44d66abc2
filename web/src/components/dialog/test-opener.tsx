const NAMES = { button: 'opener', entry: 'entry' };

/** For tests: a button, and the entry of its menu while that is open. */
export function Opener({ menu }: { menu: boolean }) {
  return (
    <>
      <button id="opener">{NAMES.button}</button>
      {menu ? (
        <div role="menu" aria-labelledby="opener">
          <button>{NAMES.entry}</button>
        </div>
      ) : null}
    </>
  );
}
