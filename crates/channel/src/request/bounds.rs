//! Bounds on the memory and the time of a template, computed from its source before it is compiled or run.
//!
//! The template engine limits the number of instructions, but a single instruction can copy gigabytes:
//! `{% set a = a ~ a %}` thirty times is enough. So every expression gets an upper bound on its size. There are no
//! macros, no namespaces and no recursive loops, so a value in the source exists at most once at a time, and the sum of
//! all bounds is a bound on the memory.

use std::collections::HashMap;

use minijinja::Value;
use minijinja::machinery::ast::{BinOpKind, Call, CallArg, CompareOpKind, Expr, Filter, ForLoop, Stmt};
use numsift_model::limits::{
    BATCH_NUMBERS, INPUT_BYTES, ROW_INPUTS, TEMPLATE_FUEL, TEMPLATE_MEMORY, TEMPLATE_OUTPUT, TEMPLATE_SECRET,
    TEMPLATE_SECRETS, TEMPLATE_WORK,
};

/// Memory of a value besides its content.
const OVERHEAD: u64 = 32;
/// Longest text of a number.
const NUMBER: u64 = 48;
/// Memory of one entry of `numbers`, with its fields.
const NUMBER_OBJECT: u64 = 512 + (ROW_INPUTS * (INPUT_BYTES + 96)) as u64;
/// Longest variable that is not a list: names, ids and addresses.
const SHORT_TEXT: u64 = 8 << 10;
/// Most items of `range()`, which the template engine enforces.
const RANGE: u64 = 100_000;
/// Largest width or precision in a format string.
const FORMAT_WIDTH: u64 = 100;

/// An upper bound on a value.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// Memory, and also the length of the value as text.
    bytes: u64,
    /// Items when it is iterated over.
    items: u64,
    /// Memory of the largest item or attribute.
    item: u64,
    /// Whether it is always a number, whatever the variables are.
    number: bool,
}

impl Bound {
    const NUMBER: Self = Self { bytes: NUMBER, items: 0, item: NUMBER, number: true };

    fn text(bytes: u64) -> Self {
        Self { bytes: bytes.saturating_add(OVERHEAD), items: bytes, item: NUMBER, number: false }
    }

    /// A list of so many items, with the memory of all of them and of the largest.
    fn list(items: u64, bytes: u64, item: u64) -> Self {
        let overhead = items.saturating_add(1).saturating_mul(OVERHEAD);
        Self { bytes: bytes.saturating_add(overhead), items, item, number: false }
    }

    /// One of its items or attributes.
    fn one(self) -> Self {
        Self { bytes: self.item, items: self.item, item: self.item, number: false }
    }

    fn larger(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.max(other.bytes),
            items: self.items.max(other.items),
            item: self.item.max(other.item),
            number: self.number && other.number,
        }
    }

    fn joined(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(other.bytes),
            items: self.items.saturating_add(other.items),
            item: self.item.max(other.item),
            number: false,
        }
    }

    /// The value repeated or expanded by a factor.
    fn times(self, factor: u64) -> Self {
        Self {
            bytes: self.bytes.saturating_mul(factor),
            items: self.items.saturating_mul(factor),
            item: self.item.saturating_mul(factor),
            number: false,
        }
    }
}

/// Why a template is refused.
type Refused = String;

/// Checks that a template stays within the limits, whatever its variables are.
pub(super) fn check(template: &Stmt<'_>) -> Result<(), Refused> {
    let mut scopes = Scopes { frames: vec![HashMap::new()], memory: 0, work: 0, runs: 1 };
    scopes.statement(template)?;
    Ok(())
}

/// The variables in sight, and the sums so far.
struct Scopes<'a> {
    frames: Vec<HashMap<&'a str, Bound>>,
    memory: u64,
    work: u64,
    /// How often the current statement runs at most.
    runs: u64,
}

impl<'a> Scopes<'a> {
    /// Statements in a scope of their own. Returns a bound on the text that they write.
    fn block(&mut self, body: &[Stmt<'a>]) -> Result<u64, Refused> {
        self.frames.push(HashMap::new());
        let mut written: u64 = 0;
        for statement in body {
            written = written.saturating_add(self.statement(statement)?);
        }
        self.frames.pop();
        Ok(written)
    }

    fn statement(&mut self, statement: &Stmt<'a>) -> Result<u64, Refused> {
        Ok(match statement {
            // The top level and the branches of a condition share the scope around them.
            Stmt::Template(template) => self.branch(&template.children)?,
            Stmt::IfCond(condition) => {
                self.expression(&condition.expr)?;
                let written = self.branch(&condition.true_body)?;
                written.max(self.branch(&condition.false_body)?)
            }
            Stmt::EmitRaw(raw) => raw.raw.len() as u64,
            Stmt::EmitExpr(emit) => {
                let bound = self.expression(&emit.expr)?;
                // In a path, every byte can become three.
                self.made(bound)?.bytes.saturating_mul(3)
            }
            Stmt::ForLoop(each) => self.for_loop(each)?,
            Stmt::WithBlock(with) => {
                self.frames.push(HashMap::new());
                for (target, value) in &with.assignments {
                    let bound = self.expression(value)?;
                    self.assign(target, bound)?;
                }
                let written = self.block(&with.body)?;
                self.frames.pop();
                written
            }
            Stmt::Set(set) => {
                let bound = self.expression(&set.expr)?;
                self.assign(&set.target, bound)?;
                0
            }
            Stmt::SetBlock(set) => {
                let written = self.block(&set.body)?;
                let mut bound = self.made(Bound::text(written))?;
                if let Some(filter) = &set.filter {
                    bound = self.filtered(filter, bound)?;
                }
                self.assign(&set.target, bound)?;
                0
            }
            Stmt::AutoEscape(escape) => {
                self.expression(&escape.enabled)?;
                self.block(&escape.body)?
            }
            Stmt::FilterBlock(block) => {
                let written = self.block(&block.body)?;
                let bound = self.made(Bound::text(written))?;
                self.filtered(&block.filter, bound)?.bytes
            }
            Stmt::Do(run) => self.call(&run.call).map(|_| 0)?,
        })
    }

    fn branch(&mut self, body: &[Stmt<'a>]) -> Result<u64, Refused> {
        let mut written: u64 = 0;
        for statement in body {
            written = written.saturating_add(self.statement(statement)?);
        }
        Ok(written)
    }

    fn for_loop(&mut self, each: &ForLoop<'a>) -> Result<u64, Refused> {
        if each.recursive {
            return Err("recursive loops are not supported".to_owned());
        }
        let list = self.expression(&each.iter)?;
        let outside = self.runs;
        // The engine stops after this many instructions.
        self.runs = outside.saturating_mul(list.items.max(1)).min(TEMPLATE_FUEL);
        self.frames.push(HashMap::new());
        self.assign(&each.target, list.one())?;
        if let Some(filter) = &each.filter_expr {
            self.expression(filter)?;
        }
        self.set("loop", list);
        let written = self.block(&each.body)?.saturating_mul(list.items.clamp(1, TEMPLATE_FUEL));
        self.frames.pop();
        self.runs = outside;
        Ok(written.max(self.block(&each.else_body)?))
    }

    fn assign(&mut self, target: &Expr<'a>, bound: Bound) -> Result<(), Refused> {
        match target {
            Expr::Var(variable) => self.set(variable.id, bound),
            Expr::List(list) => list.items.iter().try_for_each(|item| self.assign(item, bound))?,
            Expr::Tuple(tuple) => tuple.items.iter().try_for_each(|item| self.assign(item, bound))?,
            _ => return Err("values can be assigned to names only".to_owned()),
        }
        Ok(())
    }

    /// A name can be set in both branches of a condition; the larger bound holds.
    fn set(&mut self, name: &'a str, bound: Bound) {
        if let Some(frame) = self.frames.last_mut() {
            let known = frame.get(name).copied();
            frame.insert(name, known.map_or(bound, |known| known.larger(bound)));
        }
    }

    fn variable(&self, name: &str) -> Bound {
        let set = self.frames.iter().rev().find_map(|frame| frame.get(name));
        set.copied().unwrap_or_else(|| given(name))
    }

    /// Counts a value that is created.
    fn made(&mut self, bound: Bound) -> Result<Bound, Refused> {
        self.memory = self.memory.saturating_add(bound.bytes);
        self.work = self.work.saturating_add(bound.bytes.saturating_mul(self.runs));
        if self.memory > TEMPLATE_MEMORY {
            return Err(format!("the template can take more than {TEMPLATE_MEMORY} bytes of memory"));
        }
        if self.work > TEMPLATE_WORK {
            return Err(format!("the template can copy more than {TEMPLATE_WORK} bytes"));
        }
        Ok(bound)
    }

    fn expression(&mut self, expression: &Expr<'a>) -> Result<Bound, Refused> {
        match expression {
            Expr::Var(variable) => Ok(self.variable(variable.id)),
            Expr::Const(constant) => {
                let bound = constant_bound(&constant.value);
                self.made(bound)
            }
            Expr::Slice(slice) => {
                let bound = self.expression(&slice.expr)?;
                for part in [&slice.start, &slice.stop, &slice.step].into_iter().flatten() {
                    self.expression(part)?;
                }
                self.made(bound)
            }
            Expr::UnaryOp(unary) => {
                self.expression(&unary.expr)?;
                Ok(Bound::NUMBER)
            }
            Expr::BinOp(binary) => {
                let (left, right) = (self.expression(&binary.left)?, self.expression(&binary.right)?);
                let bound = match binary.op {
                    BinOpKind::ScAnd | BinOpKind::ScOr => return Ok(left.larger(right)),
                    BinOpKind::Concat => Bound { number: false, ..left.joined(right) },
                    BinOpKind::Add if left.number && right.number => Bound::NUMBER,
                    BinOpKind::Add => left.joined(right),
                    BinOpKind::Mul => {
                        product(binary.left.as_const_int(), left, binary.right.as_const_int(), right)?
                    }
                    BinOpKind::In => {
                        self.made(right)?;
                        Bound::NUMBER
                    }
                    _ => Bound::NUMBER,
                };
                self.made(bound)
            }
            Expr::Compare(compare) => {
                self.expression(&compare.expr)?;
                for operand in &compare.ops {
                    let right = self.expression(&operand.expr)?;
                    if matches!(operand.op, CompareOpKind::In | CompareOpKind::NotIn) {
                        self.made(right)?;
                    }
                }
                Ok(Bound::NUMBER)
            }
            Expr::IfExpr(choice) => {
                self.expression(&choice.test_expr)?;
                let chosen = self.expression(&choice.true_expr)?;
                match &choice.false_expr {
                    Some(other) => Ok(chosen.larger(self.expression(other)?)),
                    None => Ok(Bound { number: false, ..chosen }),
                }
            }
            Expr::Filter(filter) => {
                let input = filter.expr.as_ref().map(|input| self.expression(input)).transpose()?;
                self.apply(filter, input.unwrap_or(Bound::text(0)))
            }
            Expr::Test(test) => {
                self.expression(&test.expr)?;
                self.arguments(&test.args)?;
                Ok(Bound::NUMBER)
            }
            Expr::GetAttr(attribute) => {
                let of_loop = matches!(&attribute.expr, Expr::Var(variable) if variable.id == "loop");
                let bound = self.expression(&attribute.expr)?;
                let item = matches!(attribute.name, "previtem" | "nextitem");
                Ok(if of_loop && !item { Bound::NUMBER } else { bound.one() })
            }
            Expr::GetItem(item) => {
                let bound = self.expression(&item.expr)?;
                self.expression(&item.subscript_expr)?;
                Ok(bound.one())
            }
            Expr::Call(call) => self.call(call),
            Expr::List(list) => self.list(&list.items),
            Expr::Tuple(tuple) => self.list(&tuple.items),
            Expr::Map(map) => {
                let keys = self.list(&map.keys)?;
                Ok(keys.joined(self.list(&map.values)?))
            }
        }
    }

    fn list(&mut self, items: &[Expr<'a>]) -> Result<Bound, Refused> {
        let (mut bytes, mut largest): (u64, u64) = (0, 0);
        for item in items {
            let item = self.expression(item)?.bytes;
            bytes = bytes.saturating_add(item);
            largest = largest.max(item);
        }
        self.made(Bound::list(items.len() as u64, bytes, largest))
    }

    /// The bounds of the arguments, joined.
    fn arguments(&mut self, arguments: &[CallArg<'a>]) -> Result<Bound, Refused> {
        let mut all = Bound::list(arguments.len() as u64, 0, 0);
        for argument in arguments {
            let argument = self.expression(expression_of(argument))?;
            all = Bound { item: all.item.max(argument.bytes), ..all.joined(argument) };
        }
        Ok(all)
    }

    fn call(&mut self, call: &Call<'a>) -> Result<Bound, Refused> {
        let arguments = self.arguments(&call.args)?;
        let bound = match &call.expr {
            Expr::Var(function) => match function.id {
                "range" => {
                    let largest = |argument: &CallArg<'a>| expression_of(argument).as_const_int();
                    let ends: Option<Vec<u64>> = call.args.iter().map(largest).collect();
                    let items = ends.and_then(|ends| ends.into_iter().max()).unwrap_or(RANGE);
                    // Computed while it is iterated over; only a filter makes a list of it.
                    return Ok(Bound::list(items.min(RANGE), 0, NUMBER));
                }
                "dict" => arguments,
                other => return Err(format!("there is no function `{other}`")),
            },
            Expr::GetAttr(method) => {
                let object = self.expression(&method.expr)?;
                Bound { item: object.bytes.max(arguments.item), ..object.joined(arguments) }
            }
            _ => return Err("only functions and methods can be called".to_owned()),
        };
        self.made(bound)
    }

    /// Applies the filters of a filter block, from the inside out.
    fn filtered(&mut self, filter: &Expr<'a>, input: Bound) -> Result<Bound, Refused> {
        let Expr::Filter(filter) = filter else { return Err("a filter is expected".to_owned()) };
        let input = match &filter.expr {
            Some(inner) => self.filtered(inner, input)?,
            None => input,
        };
        self.apply(filter, input)
    }

    fn apply(&mut self, filter: &Filter<'a>, input: Bound) -> Result<Bound, Refused> {
        let bound = self.filter(filter.name, filter.expr.as_ref(), &filter.args, input)?;
        self.made(bound)
    }

    fn filter(
        &mut self,
        name: &str,
        source: Option<&Expr<'a>>,
        args: &[CallArg<'a>],
        input: Bound,
    ) -> Result<Bound, Refused> {
        let joined = self.arguments(args)?;
        let argument = |place: usize| args.get(place).map(expression_of);
        let count = |place: usize| argument(place).and_then(Expr::as_const_int);
        // A fixed text is inserted without the overhead of its value.
        let inserted = |place: usize| match argument(place) {
            Some(Expr::Const(constant)) => {
                constant.value.as_str().map_or(joined.bytes, |text| text.len() as u64)
            }
            _ => joined.bytes,
        };
        Ok(match name {
            "length" | "count" | "int" | "float" | "round" | "abs" | "bool" => Bound::NUMBER,
            "sum" => Bound { number: false, ..input },
            // A character becomes at most three others.
            "upper" | "lower" | "title" | "capitalize" => input.times(3),
            "trim" | "reverse" | "attr" | "first" | "last" | "min" | "max" | "sort" | "list" | "unique"
            | "select" | "reject" | "selectattr" | "rejectattr" => Bound { number: false, ..input.times(2) },
            // The items are pairs of a key and a value, or of a key and a list.
            "items" | "dictsort" | "groupby" => {
                let all = input.times(2);
                Bound { item: all.bytes, number: false, ..all }
            }
            "safe" | "escape" | "e" | "string" | "tojson" | "urlencode" => {
                // `\u001f`, `&quot;` or `%E2%82%AC` for a character, and quotes around texts.
                let expanded = input.times(6);
                Bound::text(expanded.bytes)
            }
            // Hexadecimal digits of 64 bytes at most.
            "md5" | "sha1" | "sha256" | "sha512" | "hmac_sha256" => Bound::text(128),
            "date" => {
                let format = argument(0).and_then(|format| match format {
                    Expr::Const(constant) => constant.value.as_str(),
                    _ => None,
                });
                let format = format.ok_or_else(|| "`date` needs a fixed format".to_owned())?;
                // A directive of two characters writes less than this for each of them.
                Bound::text((format.len() as u64).saturating_mul(32))
            }
            "base64" => Bound::text(input.times(2).bytes),
            "split" | "lines" => Bound::list(input.bytes, input.bytes, input.bytes),
            "default" | "d" => input.larger(joined),
            "chain" | "zip" => {
                let all = input.joined(joined).times(2);
                Bound { item: all.bytes, ..all }
            }
            // The separator between all items; an empty search text matches between all characters.
            "join" => {
                let items = input.items.saturating_add(1);
                Bound::text(input.bytes.saturating_add(items.saturating_mul(inserted(0))))
            }
            "replace" => {
                let places = input.bytes.saturating_add(1);
                Bound::text(input.bytes.saturating_add(places.saturating_mul(inserted(1))))
            }
            "batch" | "slice" => {
                let count = count(0).ok_or_else(|| format!("`{name}` needs a fixed number"))?;
                // Either the size of a part or the number of parts is given; the last part can be filled up.
                let other = input.items / count.max(1) + 1;
                let (parts, size) = if name == "batch" { (other, count) } else { (count, other) };
                let part =
                    size.saturating_mul(input.item.saturating_add(OVERHEAD)).saturating_add(joined.bytes);
                let filled = size.saturating_mul(OVERHEAD).saturating_add(joined.bytes);
                Bound::list(parts, input.bytes.saturating_add(filled), part)
            }
            "indent" => {
                let width = if args.is_empty() { Some(4) } else { count(0) };
                let width = width.ok_or_else(|| "`indent` needs a fixed width".to_owned())?;
                input.times(width.saturating_add(1))
            }
            "format" => {
                let format = source.and_then(|source| match source {
                    Expr::Const(constant) => constant.value.as_str(),
                    _ => None,
                });
                let format = format.ok_or_else(|| "`format` needs a fixed text".to_owned())?;
                Bound::text(format_bytes(format)?.saturating_add(joined.bytes))
            }
            "map" => match argument(0) {
                Some(Expr::Const(constant)) if matches!(args[0], CallArg::Pos(_)) => {
                    let inner = constant.value.as_str().unwrap_or_default().to_owned();
                    if inner == "map" || inner == "format" {
                        return Err(format!("`map` cannot apply `{inner}`"));
                    }
                    let mapped = self.filter(&inner, None, &args[1..], input)?;
                    Bound::list(input.items, mapped.bytes, mapped.bytes)
                }
                Some(_)
                    if args.iter().all(|arg| matches!(arg, CallArg::Kwarg("attribute" | "default", _))) =>
                {
                    let bytes = input.bytes.saturating_add(input.items.saturating_mul(joined.bytes));
                    Bound::list(input.items, bytes, input.item.saturating_add(joined.bytes))
                }
                _ => return Err("`map` needs a fixed filter or an attribute".to_owned()),
            },
            other => return Err(format!("there is no filter `{other}`")),
        })
    }
}

/// The bound of a variable that is given to the template.
fn given(name: &str) -> Bound {
    let numbers = u64::from(BATCH_NUMBERS);
    match name {
        "numbers" => Bound::list(numbers, numbers * NUMBER_OBJECT, NUMBER_OBJECT),
        "e164" | "digits" => Bound::list(numbers, numbers * NUMBER, NUMBER),
        "now" => Bound::NUMBER,
        "secrets" => {
            let (count, secret) = (u64::from(TEMPLATE_SECRETS), u64::from(TEMPLATE_SECRET));
            Bound::list(count, count * secret, secret)
        }
        // The rendered body, which is signed.
        "body" => Bound::text(TEMPLATE_OUTPUT as u64),
        _ => Bound::text(SHORT_TEXT),
    }
}

fn constant_bound(value: &Value) -> Bound {
    match value.as_str() {
        Some(text) => Bound::text(text.len() as u64),
        None => Bound { number: value.is_number(), ..Bound::NUMBER },
    }
}

/// The bound of a product. A text or a list can be multiplied by a number, so one side must be known.
fn product(
    left_int: Option<u64>,
    left: Bound,
    right_int: Option<u64>,
    right: Bound,
) -> Result<Bound, Refused> {
    match (left_int, right_int) {
        _ if left.number && right.number => Ok(Bound::NUMBER),
        (Some(count), _) => Ok(right.times(count.max(1))),
        (_, Some(count)) => Ok(left.times(count.max(1))),
        _ => Err("only a fixed number can be multiplied with something other than a number".to_owned()),
    }
}

/// The longest text of a format string, without its arguments.
fn format_bytes(format: &str) -> Result<u64, Refused> {
    let mut bytes = format.len() as u64;
    for part in format.split('%').skip(1) {
        let end = part.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(part.len());
        let directive = &part[..end];
        // `*` takes the width from an argument.
        if directive.contains('*') {
            return Err("`format` needs a fixed width".to_owned());
        }
        for width in directive.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()) {
            if width.parse::<u64>().is_ok_and(|width| width <= FORMAT_WIDTH) {
                bytes += FORMAT_WIDTH;
            } else {
                return Err(format!("the width of a format is at most {FORMAT_WIDTH}"));
            }
        }
        // The default precision of a float can show over 300 digits.
        bytes += 400;
    }
    Ok(bytes)
}

fn expression_of<'e, 'a>(argument: &'e CallArg<'a>) -> &'e Expr<'a> {
    match argument {
        CallArg::Pos(expression)
        | CallArg::Kwarg(_, expression)
        | CallArg::PosSplat(expression)
        | CallArg::KwargSplat(expression) => expression,
    }
}

/// Reads constants without computing anything.
trait ConstInt {
    /// The value of a constant that is a whole number and not negative.
    fn as_const_int(&self) -> Option<u64>;
}

impl ConstInt for Expr<'_> {
    fn as_const_int(&self) -> Option<u64> {
        match self {
            Self::Const(constant) => constant.value.as_usize().map(|value| value as u64),
            _ => None,
        }
    }
}
