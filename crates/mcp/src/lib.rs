//! The public API as tools of the Model Context Protocol (MCP), over standard input and output.
//!
//! It is a client of `/v1` with an API key and knows nothing about databases or files. Without permission to spend, it
//! only calls what is free of charge.

mod api;
mod tools;

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;

use anyhow::Context as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};

use crate::api::Api;

/// Where the API is and what the tools may do.
pub struct Settings {
    /// Address of the server, such as `https://numbers.example`.
    pub url: String,
    pub api_key: String,
    /// Tools may start tasks and check projects, which costs points.
    pub allow_spending: bool,
}

/// Answers requests on standard input until it is closed.
pub async fn serve(settings: &Settings) -> anyhow::Result<()> {
    let tools = Tools { api: Api::new(settings)?, allow_spending: settings.allow_spending };
    let read = File::from(io::stdin().as_fd().try_clone_to_owned().context("cannot read standard input")?);
    let write =
        File::from(io::stdout().as_fd().try_clone_to_owned().context("cannot write standard output")?);
    let pipes = (tokio::fs::File::from_std(read), tokio::fs::File::from_std(write));
    let running = tools.serve(pipes).await.context("the MCP client did not introduce itself")?;
    running.waiting().await?;
    Ok(())
}

struct Tools {
    api: Api,
    allow_spending: bool,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("numsift", env!("CARGO_PKG_VERSION")).with_title("Numsift");
        let spending = if self.allow_spending {
            "Spending is allowed: quote before you screen a list or check projects, and tell the user the price."
        } else {
            tools::READ_ONLY
        };
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(format!("{} {spending}", tools::INSTRUCTIONS))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.get_tool(&request.name).is_none() {
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", request.name), None));
        }
        let arguments = request.arguments.unwrap_or_default();
        let result = match tools::call(&self.api, self.allow_spending, &request.name, arguments).await {
            Ok(value) => CallToolResult::structured(value),
            // Models see the text of a failed tool, but not that of a protocol error.
            Err(fault) => CallToolResult::error(vec![ContentBlock::text(fault.to_string())]),
        };
        Ok(result.into())
    }
}
